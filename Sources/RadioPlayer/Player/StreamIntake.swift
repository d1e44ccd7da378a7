import RadioFormats
import RadioHTTP
import RadioHls
import RadioLoop
import RadioStreams
import RadioTape

/// What a ``StreamIntake`` asks of its player, and reports to it.
protocol StreamIntakeClient: MachineOwner {
    /// Sound that was received and is not heard yet, pending packets (``StreamJoin``) excluded.
    var soundAhead: Duration { get }
    /// The connection brings sound. At the end of the turn.
    func intakeDidOpen(_ info: StreamInfo)
    /// More is known of the connection.
    func intakeDidUpdate(_ info: StreamInfo)
}

/// The stream's client: makes the connections of one item, one after the other, and joins what they bring on a timeline.
/// A player makes a new one for each item.
///
/// Streams call from inside their libraries' callbacks. There elements are only stored; whatever the machine should know
/// is posted to the end of the turn.
final class StreamIntake {
    /// What connections are made with.
    struct Tools {
        var loop: EventLoop
        var pool: TransferPool
        var worker: BlockingWorker
        var policy: PlaybackPolicy
        var userAgent: String?
    }

    /// One connection, and what is true of it alone.
    private final class Connection {
        let stream: any MediaStream
        /// It is kept from sending, as enough is held.
        var isPaused = false
        /// ``isPaused`` as the machine knows it. The machine hears of the connection and its bytes first.
        var isPauseReported = false
        /// The stream fetches no more until some of what it brought is heard.
        var holdsBack = false
        /// Back-pressure was applied once: the source delivers faster than real time, as no station does.
        var isFast = false
        /// The machine knows that the connection brings sound.
        var isSoundReported = false
        /// Packets of a finite item that the connection brings again.
        var packetsToSkip: Int64
        var wakeUp = WakeUpThreshold.everyPacket

        init(_ stream: any MediaStream, packetsToSkip: Int64) {
            self.stream = stream
            self.packetsToSkip = packetsToSkip
        }

        deinit { stream.cancel() }
    }

    let timeline: Timeline
    private let join: StreamJoin
    private var tools: Tools
    private let item: PlaybackItem?
    private unowned var client: any StreamIntakeClient
    /// The connection was made before the player wanted it, and the player was not told of it yet.
    private(set) var isHandedOver = false
    private var connection: Connection?
    /// Of the connection that is open, or was last.
    private(set) var info: StreamInfo?
    private(set) var description: StreamDescription?
    private var length = ItemLength()
    /// All of a finite item was received.
    private(set) var isComplete = false
    /// Where the next connection begins, until the stream has come there; nil: where the held sound ends.
    private var startTime: MediaTime?
    /// Where the sound ended that the last words of a connection, now over, were appended to; nil once that was told.
    private var appendedAfter: Int64?
    private var hasNewBytes = false
    /// What the connection before left of a file.
    private var remainder: FileRemainder?
    /// What ``makeRoom(for:)`` found.
    private var losslessBytes = 0
    /// Bytes of sound without loss that are held at most.
    private static let maximumLosslessBytes = 32 << 20
    /// Of the requests that all connections made.
    var requestPace = RequestPace()

    /// - Parameters:
    ///   - item: nil where nothing is played.
    ///   - predecessor: the intake of the item before, whose requests still count.
    init(tools: Tools, item: PlaybackItem?, client: any StreamIntakeClient, after predecessor: StreamIntake? = nil) {
        self.tools = tools
        self.item = item
        self.client = client
        timeline = Timeline(maximumBytes: tools.policy.timelineBytes)
        join = StreamJoin(timeline: timeline)
        if let predecessor { requestPace = predecessor.requestPace }
    }

    // MARK: Facts

    var isFinite: Bool { info?.isFinite ?? false }
    var isSegmented: Bool { info?.presentation != nil }
    private var isSeekableFile: Bool { info?.isSeekable == true && !isSegmented }
    var isOpen: Bool { connection != nil }
    /// The stream fetches no more until some of what it brought is heard.
    var holdsBack: Bool { connection?.holdsBack ?? false }
    /// Bytes are kept from coming, so room on the timeline must be told.
    var isPaused: Bool { connection?.isPaused ?? false }
    /// A connection's packets are pending, as it is not known yet how they continue.
    var isSearching: Bool { join.isSearching }
    /// The length of the item; nil for a station, and before anything of it is known.
    var duration: MediaTime? { isFinite ? info?.duration ?? length.duration(isComplete: isComplete) : nil }

    /// Playlists round what they say.
    private var isDurationPrecise: Bool { isFinite && !isSegmented && length.isPrecise(isComplete: isComplete) }

    // MARK: Connections

    /// Opens an address, in the place of the connection before.
    /// - Parameter rendition: the one that the listener chose.
    func open(_ url: String, rendition: String?) {
        if isHandedOver, let info { return post { $0.client.intakeDidOpen(info) } }
        close()
        guard let item else { return }
        let end = timeline.places.position(at: timeline.range.end)?.time
        var request = StreamRequest(
            url: url, headers: item.station.headers, userAgent: tools.userAgent,
            connectTimeout: tools.policy.connectTimeout, headersTimeout: tools.policy.headersTimeout)
        request.headerHosts = item.station.headerHosts
        request.hls = tools.policy.hls
        request.hls.renditionName = rendition
        if isFinite { request.hls.startTime = startTime ?? end }
        // A live station's positions go on, too, and what was received does not come again.
        request.hls.before = info?.presentation
        request.hls.received = startTime == nil ? end : nil
        // What a server sends again is dropped up to the packet where it broke off; a station's packets are compared.
        if !isFinite { join.begin(continues: startTime == nil) }
        let opener = StreamOpener(
            loop: tools.loop, pool: tools.pool, worker: tools.worker, request: request, client: self,
            remainder: remainder)
        let comesAgain = isFinite && !isSegmented && !isSeekableFile
        connection = Connection(opener, packetsToSkip: comesAgain ? timeline.end : 0)
        opener.start()
        // What is left of the connection before needs no place.
        let place = startTime ?? (remainder == nil ? position(at: timeline.range.end) : nil)
        if isSeekableFile, let place { opener.seek(to: place) }
        if isSegmented, !isFinite, let startTime { opener.seek(to: startTime) }
    }

    func close() {
        isHandedOver = false
        // The end of the sound is held back from now on.
        if let connection {
            client.needsService()
            remainder = connection.stream.remainder
        }
        connection = nil
        endSearch()
    }

    /// Another client takes over the open connection and what is held. Its first ``open(_:rendition:)`` tells of that connection
    /// instead of making one.
    func handOver(to client: any StreamIntakeClient, tools: Tools) {
        self.client = client
        self.tools = tools
        isHandedOver = isOpen
        hasNewBytes = true
        join.offerMetadataAgain()
        if timeline.maximumBytes < bytesWanted { timeline.setMaximum(to: bytesWanted) }
    }

    /// The client was told of the connection that it has taken over.
    func takeHandOver() -> Bool {
        defer { isHandedOver = false }
        return isHandedOver
    }

    /// What is pending is taken as it is, or left out: nothing is waited for any more.
    func endSearch() {
        let end = timeline.range.end
        if join.end() == .appended { appendedAfter = end }
    }

    /// Calls at the end of the turn, unless the connection is another one by then.
    private func post(_ work: @escaping (StreamIntake) -> Void) {
        tools.loop.post { [weak self, weak connection] in
            guard let self, let connection, connection === self.connection else { return }
            work(self)
        }
    }

    // MARK: News, asked for once a turn

    /// Whether bytes came since this was asked before.
    func takeNewBytes() -> Bool {
        defer { hasNewBytes = false }
        return hasNewBytes
    }

    /// Whether the connection has just brought as much sound as is needed to start.
    func takeSoundReport() -> Bool {
        guard let connection, !connection.isSoundReported, join.receivedDuration >= tools.policy.startBuffer else {
            return false
        }
        connection.isSoundReported = true
        return true
    }

    /// The metadata that was received since this was asked before.
    func takeMetadata() -> [TimedMetadata] { join.takeArrived() }

    /// Decides how a new connection goes on while there is still sound.
    /// - Parameter inHand: sound until silence; nil while nobody waits for any.
    /// - Returns: where what was received before ends, once something follows that does not continue it.
    func settle(inHand: Duration?, at now: MonotonicInstant) -> Int64? {
        let end = timeline.range.end
        let isAppended = join.settle(inHand: inHand, at: now) == .appended
        return appendedAfter.take() ?? (isAppended ? end : nil)
    }

    /// When ``settle(inHand:at:)`` is due again if nothing comes before.
    func joinDeadline(inHand: Duration?, at now: MonotonicInstant) -> MonotonicInstant? {
        join.deadline(inHand: inHand, at: now)
    }

    // MARK: Back-pressure

    /// Bytes that were received and not heard, with pending ones that may be new. Packets that were decoded to nothing are
    /// not ahead: a source that is held back for them would wait for ever.
    private var bytesAhead: Int {
        let held = timeline.written < timeline.end ? timeline.byteCount(from: timeline.wanted) : 0
        return held + join.newPendingBytes
    }

    /// Bytes to hold ahead of the packet that is heard, while sound is heard.
    var bytesWanted: Int {
        isSegmented ? tools.policy.segmentBytes : max(tools.policy.timelineBytes, losslessBytes)
    }

    /// Makes room for twice what a start after stalls may wait for: else a source would be held back before enough is there.
    private func makeRoom(for format: MediaFormat) {
        let seconds = 2 * tools.policy.maximumRestartBuffer.inSeconds
        losslessBytes = min(Int(Double(format.losslessRate) * seconds), Self.maximumLosslessBytes)
        if timeline.maximumBytes < bytesWanted { timeline.setMaximum(to: bytesWanted) }
    }

    /// A pause begins: a live station goes on within the bound for pauses.
    func beginPause() {
        if !isFinite, !isSegmented { timeline.setMaximum(to: tools.policy.pauseBytes) }
    }

    /// What was held in a pause stays, and as much as ever comes after it.
    func endPause() {
        guard timeline.maximumBytes > bytesWanted, bytesAhead > bytesWanted / 4 else { return }
        timeline.setMaximum(to: bytesAhead + bytesWanted)
    }

    /// Gives the room of a pause back, once its sound was heard or the listener went to the live edge.
    private func forgetPause() {
        guard timeline.maximumBytes > bytesWanted, client.machine.wantsSound, bytesAhead <= bytesWanted / 4 else {
            return
        }
        timeline.setMaximum(to: bytesWanted)
    }

    private func setPaused(_ isPaused: Bool) {
        guard let connection, isPaused != connection.isPaused else { return }
        connection.isPaused = isPaused
        connection.stream.setPaused(isPaused)
        if isPaused { join.heldBack() }
    }

    /// As bytes come: a connection that was held back brings all that gathered in one turn, more than there is room for.
    private func holdBackIfFull() {
        guard let connection else { return }
        let mayHoldBack = isFinite || isSegmented || connection.isFast
        guard mayHoldBack || client.machine.facts.intent == .playing else { return }
        let room = bytesWanted / (join.isSearching ? 8 : 4)
        guard bytesAhead > timeline.maximumBytes - room else { return }
        connection.isFast = true
        setPaused(true)
    }

    /// What is heard comes from elsewhere: all that is held may go.
    func letGo() {
        timeline.written = timeline.end
        timeline.wanted = timeline.end
    }

    /// Holds a source back that is faster than real time. A paused live source is never held back: the oldest sound goes.
    /// - Parameter inHand: sound that the output holds and that waits for it; nil unless a live station is heard.
    func regulate(inHand: Duration?) {
        holdBackIfFull()
        // A connection that is compared with what was received before may have to bring more before that is found.
        let room = join.isSearching ? bytesWanted / 16 * 3 : bytesWanted / 2
        if bytesAhead < timeline.maximumBytes - room { setPaused(false) }
        forgetPause()
        guard let connection else { return }
        if connection.isPaused != connection.isPauseReported {
            connection.isPauseReported = connection.isPaused
            client.step(.heldBack(connection.isPaused || connection.holdsBack))
        }
        setWakeUp(of: connection, inHand: inHand)
    }

    private func setWakeUp(of connection: Connection, inHand: Duration?) {
        let span = timeline.range
        let seconds = MediaTime(flicks: span.end - span.start).seconds
        let isSteady = !isFinite && !isSegmented && seconds > 1
        let wakeUp = inHand.flatMap { isSteady ? WakeUpThreshold(inHand: $0) : nil } ?? .everyPacket
        guard wakeUp != connection.wakeUp else { return }
        connection.wakeUp = wakeUp
        let bytes = wakeUp.bytes(at: Double(timeline.byteCount) / seconds)
        connection.stream.setWakeUpThreshold(bytes: bytes, patience: wakeUp.patience)
    }

    // MARK: Positions

    /// Keeps what goes through the timeline; nil without one.
    var tape: Tape?

    /// Where what was received, or can be fetched, is to be found.
    var positions: PlaybackPositions {
        PlaybackPositions(
            timeline: timeline, tape: tape?.times ?? 0..<0, presentation: info?.presentation,
            fileLength: isSeekableFile ? duration : nil)
    }

    /// The position in the item of a moment of the timeline.
    func position(at time: Int64) -> MediaTime { positions.position(at: time) }

    /// Where a position is held; nil where it is not.
    func place(of position: MediaTime) -> PlaybackPositions.Place? { positions.place(of: position) }

    /// Fills in what a snapshot tells of the stream.
    /// - Parameters:
    ///   - time: the moment of the timeline that is heard, or the end of what is held where the next sound comes after it.
    ///   - current: the position of that sound, wherever it is.
    func describe(_ snapshot: inout PlaybackSnapshot, heard time: Int64, at current: MediaTime) {
        snapshot.stream = description
        snapshot.stream?.duration = duration?.duration
        snapshot.stream?.isDurationPrecise = isDurationPrecise
        snapshot.joins = join.tally
        snapshot.currentTime = current
        let positions = positions
        snapshot.currentDate = positions.wallClock(at: time).map { $0 + (current - positions.position(at: time)) }
        snapshot.loadedTimeRanges = positions.loaded
        snapshot.seekableTimeRanges = positions.seekable
        snapshot.liveOffset = max((positions.position(at: timeline.range.end) - current).duration, .zero)
        guard let presentation = info?.presentation else { return }
        snapshot.renditions = presentation.renditions
        snapshot.selectedRendition = presentation.track.rendition
        guard !presentation.isFinite else { return }
        snapshot.liveOffset = max((presentation.end - snapshot.currentTime).duration, .zero)
    }

    // MARK: Going elsewhere

    /// What a stream is asked to bring next.
    enum Target {
        case position(MediaTime)
        case rendition(String, from: MediaTime)

        var position: MediaTime {
            switch self {
            case .position(let position), .rendition(_, let position): position
            }
        }
    }

    /// The held sound ends here; the target's follows, of this connection or the next one.
    func expect(_ target: Target) {
        isComplete = false
        length.settle()
        startTime = target.position
        // What is held at the target is to be heard again.
        join.end()
        join.append(.discontinuity, at: tools.loop.now)
    }

    /// Asks the open connection for what was announced by ``expect(_:)``.
    func request(_ target: Target, tolerance: Duration = .zero) {
        switch target {
        case .position(let position): connection?.stream.seek(to: position, tolerance: tolerance)
        case .rendition(let name, let position): connection?.stream.select(rendition: name, from: position)
        }
    }

    /// A live station goes on at its edge once what is held was played.
    func skip(to edge: MediaTime) {
        join.append(.discontinuity, at: tools.loop.now)
        connection?.stream.seek(to: edge, tolerance: .zero)
    }
}

// MARK: - The stream's side

extension StreamIntake: MediaStreamClient {
    func streamOpened(_ info: StreamInfo) {
        if info.isContinued { connection?.packetsToSkip = 0 } else { length.connect() }
        post { intake in
            intake.take(info)
            intake.length.byteCount = info.byteCount
            var description = StreamDescription(url: info.url, hasTitles: info.metaint != nil)
            description.serverName = info.serverName
            description.genre = info.genre
            description.contentType = info.contentType
            description.bitRate = info.bitRate
            description.format = intake.description?.format
            intake.description = description
            intake.client.intakeDidOpen(info)
        }
    }

    func streamChanged(_ info: StreamInfo) {
        take(info)
        if let duration = info.duration { length.settle(duration) }
        description?.url = info.url
        if let rate = info.bitRate { description?.bitRate = rate }
        client.intakeDidUpdate(info)
        // The live edge has moved.
        if info.presentation?.partHoldBack != nil { client.needsService() }
    }

    private func take(_ info: StreamInfo) {
        self.info = info
        join.isSegmented = isSegmented
        guard isSegmented else { return }
        // As many segments as are fetched ahead, however long they are.
        timeline.setMaximum(to: max(tools.policy.segmentBytes, timeline.maximumBytes))
        // When bytes come tells nothing of how new they are.
        join.heldBack()
    }

    func streamHoldsBack(_ holdsBack: Bool) {
        guard let connection else { return }
        connection.holdsBack = holdsBack
        client.step(.heldBack(holdsBack || connection.isPaused))
        client.needsService()
    }

    var soundAhead: Duration {
        let pending = join.isSearching && !join.bringsOnlyOld ? join.receivedDuration : .zero
        return client.soundAhead + pending
    }

    func streamBrought(_ element: StreamElement) {
        switch element {
        case .packet(let packet):
            if let connection, connection.packetsToSkip > 0 {
                connection.packetsToSkip -= 1
                return
            }
            length.add(packet)
            join.append(element, at: MonotonicInstant(nanoseconds: 0))
        case .metadata, .discontinuity: join.append(element, at: tools.loop.now)
        case .position:
            startTime = nil
            join.append(element, at: tools.loop.now)
        case .format(let format):
            makeRoom(for: format)
            join.append(element, at: tools.loop.now)
            length.begin(format)
            post { intake in
                intake.description?.format = format
                if let rate = format.bitRate { intake.description?.bitRate = rate }
            }
        case .end: isComplete = true
        }
    }

    func streamNamed(_ named: NamedLength) { length.take(named) }

    func streamReceived(bytes: Int) {
        length.add(bytes: bytes)
        // A connection may bring more in one turn than the timeline holds.
        tape?.read(timeline)
        join.bytesCame(at: tools.loop.now)
        hasNewBytes = true
        holdBackIfFull()
        client.needsService()
    }

    func streamEnded(with error: StreamError?) {
        client.step(.streamEnded(error))
        client.needsService()
    }
}

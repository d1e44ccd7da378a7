import RadioFormats
import RadioHTTP
import RadioHls
import RadioLoop
import RadioStreams
import RadioTape

/// What a ``StreamIntake`` needs from its player, and what it reports to the player.
protocol StreamIntakeClient: MachineOwner {
    /// The duration of sound on the timeline or the tape that is not heard yet. Packets of a new connection that are
    /// still compared with older packets are not included.
    var soundAhead: Duration { get }
    /// Called at the end of the turn in which a connection has opened and its content is known to be sound.
    func intakeDidOpen(_ info: StreamInfo)
    /// Called when more is known about the connection.
    func intakeDidUpdate(_ info: StreamInfo)
}

/// Makes the connections of one item, one after the other, and joins their sound on a timeline.
///
/// A player makes a new intake for each item.
///
/// Streams call the intake from inside callbacks of libcurl. In a callback, the intake only stores packets and
/// metadata. The playback machine gets its events at the end of the turn.
final class StreamIntake {
    /// The event loop and shared services with which connections are made.
    struct Tools {
        var loop: EventLoop
        var pool: TransferPool
        var worker: BlockingWorker
        var userAgent: String?
    }

    /// One connection, and what the intake knows about it.
    private final class Connection {
        let stream: any MediaStream
        /// Whether the intake has paused the stream, because enough sound waits to be played.
        var isPaused = false
        /// The value of ``isPaused`` in the last event `heldBack` for the machine. This event comes at the end of the
        /// turn, after the events that the connection is open and that bytes have arrived.
        var isPauseReported = false
        /// Whether the stream fetches no more until some of the sound that it has delivered is heard.
        var holdsBack = false
        /// Whether the intake has paused the stream once, because the server delivers faster than real time. A live
        /// station's server does not.
        var isFast = false
        /// Whether ``takeSoundReport()`` has returned true for this connection.
        var isSoundReported = false
        /// The number of packets still to be dropped, because this connection delivers a finite item from its beginning
        /// again.
        var packetsToSkip: Int64
        var wakeUp = WakeUpThreshold.everyPacket

        init(_ stream: any MediaStream, packetsToSkip: Int64) {
            self.stream = stream
            self.packetsToSkip = packetsToSkip
        }

        deinit { stream.cancel() }
    }

    let timeline: Timeline
    let join: StreamJoin
    private let tools: Tools
    private let item: PlaybackItem?
    private weak var client: (any StreamIntakeClient)?
    /// Whether the connection was made before the item was played, and its event `streamOpened` for the machine is
    /// still to come.
    private(set) var isHandedOver = false
    private var connection: Connection?
    /// What is known about the open connection, or about the last one if none is open.
    private(set) var info: StreamInfo?
    private(set) var description: StreamDescription?
    private var length = ItemLength()
    private let opening = StreamOpening()
    /// Whether all of a finite item was received.
    private(set) var isComplete = false
    /// The position at which the stream must continue after a jump, until its sound from there arrives. Nil if the
    /// stream continues the sound received before.
    private var startTime: MediaTime?
    /// The end of the earlier sound, in flicks on the timeline, if a connection was closed before its place in that
    /// sound was found, so that its packets were appended; nil once that was reported.
    private var appendedAfter: Int64?
    private var hasNewBytes = false
    /// When the newest sound was received.
    private var newestAt: MonotonicInstant
    /// The state of a file whose transfer broke off, for the next connection; nil if there is none.
    private var remainder: FileRemainder?
    /// The number of bytes of lossless sound to hold ahead of the heard sound, as computed by ``makeRoom(for:)``.
    private var losslessBytes = 0
    /// The upper limit of ``losslessBytes``.
    private static let maximumLosslessBytes = 32 << 20
    /// Limits how much metadata is read. Each title is read when it is received and when it is heard.
    private var gate = MetadataGate(readings: 2)
    /// Limits how often requests are made, counted over all connections.
    var requestPace = RequestPace()

    /// - Parameters:
    ///   - item: the item; nil if nothing is played.
    ///   - predecessor: the intake of the previous item. Its recent requests count for the limit of ``requestPace``,
    ///     too.
    ///   - beginning: the number and the time of the timeline's first packet, for a station that another process has
    ///     received.
    init(
        tools: Tools, item: PlaybackItem?, client: any StreamIntakeClient, after predecessor: StreamIntake? = nil,
        startingWith beginning: (number: Int64, time: Int64) = (0, 0)
    ) {
        self.tools = tools
        self.item = item
        self.client = client
        timeline = Timeline(
            maximumBytes: client.machine.policy.timelineBytes, startingWith: beginning.number, at: beginning.time)
        join = StreamJoin(timeline: timeline)
        newestAt = tools.loop.now
        if let predecessor { requestPace = predecessor.requestPace }
    }

    // MARK: Facts

    private var policy: PlaybackPolicy { client?.machine.policy ?? .listener }
    /// The end of the timeline, and when its sound was received.
    var edge: PacketRecorder.Edge { .init(time: timeline.range.end, received: newestAt) }
    var isFinite: Bool { info?.isFinite ?? false }
    var isSegmented: Bool { info?.presentation != nil }
    private var isSeekableFile: Bool { info?.isSeekable == true && !isSegmented }
    var isOpen: Bool { connection != nil }
    /// Whether the stream fetches no more until some of the sound that it has delivered is heard.
    var holdsBack: Bool { connection?.holdsBack ?? false }
    /// Whether the intake has paused the stream. The intake must resume the stream when the timeline has room.
    var isPaused: Bool { connection?.isPaused ?? false }
    /// Whether a new connection's packets wait, because it is not known yet where they continue the sound received
    /// before.
    var isSearching: Bool { join.isSearching }
    /// The length of the item; nil for a station, and while the length is unknown.
    var duration: MediaTime? { isFinite ? info?.duration ?? length.duration(isComplete: isComplete) : nil }

    /// Whether the length is exact. The length of a stream in segments is not, because playlists round durations.
    private var isDurationPrecise: Bool { isFinite && !isSegmented && length.isPrecise(isComplete: isComplete) }

    // MARK: Connections

    /// Replaces the connection with a new one to `url`.
    ///
    /// - Parameter rendition: the rendition that the listener chose; nil for the stream's own choice.
    func open(_ url: String, rendition: String?) {
        if isHandedOver, let info { return post { $0.client?.intakeDidOpen(info) } }
        close()
        guard let item else { return }
        let end = timeline.places.position(at: timeline.range.end)?.time
        let policy = policy
        var request = StreamRequest(
            url: url, headers: item.station.headers, userAgent: tools.userAgent,
            connectTimeout: policy.connectTimeout, headersTimeout: policy.headersTimeout)
        request.headerHosts = item.station.headerHosts
        request.reachesOnlyPublic = item.station.reachesOnlyPublic
        request.opening = opening
        request.hls = policy.hls
        request.hls.renditionName = rendition
        if isFinite { request.hls.startTime = startTime ?? end }
        // With these two values, a new connection to a live station in segments continues the positions of the last
        // connection and does not fetch sound again that was received.
        request.hls.before = info?.presentation
        request.hls.received = startTime == nil ? end : nil
        // A station's server may send sound again that was received before. The new packets are compared with the old
        // ones, to find the packet at which the last connection broke.
        if !isFinite { join.begin(continues: startTime == nil) }
        let opener = StreamOpener(
            loop: tools.loop, pool: tools.pool, worker: tools.worker, request: request, client: self,
            remainder: remainder)
        let comesAgain = isFinite && !isSegmented && !isSeekableFile
        connection = Connection(opener, packetsToSkip: comesAgain ? timeline.end : 0)
        opener.start()
        // A file's transfer that continues at the byte where the last transfer broke off needs no seek.
        let place = startTime ?? (remainder == nil ? position(at: timeline.range.end) : nil)
        if isSeekableFile, let place { opener.seek(to: place) }
        if isSegmented, !isFinite, let startTime { opener.seek(to: startTime) }
    }

    /// Closes the connection. Stores the state of a file's transfer, so that the next connection can continue it.
    func close() {
        isHandedOver = false
        // At the end of the turn, the player keeps the end of the sound from the output, to blend it with the sound of
        // the next connection.
        if let connection {
            client?.needsService()
            remainder = connection.stream.remainder
        }
        connection = nil
        gate.drop()
        endSearch()
    }

    /// Hands the open connection and the received sound over to another client.
    ///
    /// The client's first ``open(_:rendition:)`` reports this connection instead of making one.
    func handOver(to client: any StreamIntakeClient) {
        self.client = client
        isHandedOver = isOpen
        hasNewBytes = true
        join.offerMetadataAgain()
        if timeline.maximumBytes < bytesWanted { timeline.setMaximum(to: bytesWanted) }
    }

    /// Returns ``isHandedOver`` and sets it to false, because the caller now knows of the open connection.
    func takeHandOver() -> Bool {
        defer { isHandedOver = false }
        return isHandedOver
    }

    /// Ends the search for the packet at which a new connection continues the old sound. The new connection's waiting
    /// packets are appended to the old sound although no match was found, or are dropped.
    func endSearch() {
        let end = timeline.range.end
        if join.end() == .appended { appendedAfter = end }
    }

    /// Calls `work` at the end of the turn, unless the connection was replaced by then.
    private func post(_ work: @escaping (StreamIntake) -> Void) {
        tools.loop.post { [weak self, weak connection] in
            guard let self, let connection, connection === self.connection else { return }
            work(self)
        }
    }

    // MARK: News since the last turn

    /// Returns whether bytes arrived since the last call.
    func takeNewBytes() -> Bool {
        defer { hasNewBytes = false }
        return hasNewBytes
    }

    /// Returns true once for each connection, after it has delivered enough sound to start playing.
    func takeSoundReport() -> Bool {
        guard let connection, !connection.isSoundReported, join.receivedDuration >= policy.startBuffer else {
            return false
        }
        connection.isSoundReported = true
        return true
    }

    /// Returns the metadata that was received since the last call.
    func takeMetadata() -> [TimedMetadata] { join.takeArrived() }

    /// Decides where a new connection's sound continues the sound received before, once that can be decided.
    /// - Parameter inHand: how long the sound lasts if no more arrives; nil while the listener wants no sound.
    /// - Returns: the end of the earlier sound, in flicks on the timeline, if the new sound does not continue it and
    ///   this was not reported yet; otherwise nil.
    func settle(inHand: Duration?, at now: MonotonicInstant) -> Int64? {
        let end = timeline.range.end
        let isAppended = join.settle(inHand: inHand, at: now) == .appended
        return appendedAfter.take() ?? (isAppended ? end : nil)
    }

    /// Returns when ``settle(inHand:at:)`` is due again even if nothing arrives; nil if there is nothing to settle.
    func joinDeadline(inHand: Duration?, at now: MonotonicInstant) -> MonotonicInstant? {
        join.deadline(inHand: inHand, at: now)
    }

    // MARK: Back-pressure

    /// The number of received bytes whose sound was not heard, including those of a new connection that may be new.
    ///
    /// Packets that decoded to no sound do not count, because a stream that is paused because of them would never
    /// resume.
    private var bytesAhead: Int {
        let held = timeline.written < timeline.end ? timeline.byteCount(from: timeline.wanted) : 0
        return held + join.newPendingBytes
    }

    /// The number of encoded bytes to keep in memory for sound that is not heard yet.
    var bytesWanted: Int {
        let policy = policy
        return isSegmented ? policy.segmentBytes : max(policy.timelineBytes, losslessBytes)
    }

    /// Makes room for twice the lossless sound that may have to be gathered after stalls.
    ///
    /// With less room, the stream would be paused before enough sound to continue has arrived.
    private func makeRoom(for format: MediaFormat) {
        let seconds = 2 * policy.maximumRestartBuffer.inSeconds
        losslessBytes = min(Int(Double(format.losslessRate) * seconds), Self.maximumLosslessBytes)
        if timeline.maximumBytes < bytesWanted { timeline.setMaximum(to: bytesWanted) }
    }

    /// Begins a pause, during which a live station is received up to ``PlaybackPolicy/pauseBytes``.
    func beginPause() {
        if !isFinite, !isSegmented { timeline.setMaximum(to: policy.pauseBytes) }
    }

    /// Ends a pause. The timeline keeps the sound gathered in the pause, and has room for the usual amount of new sound
    /// besides.
    func endPause() {
        guard timeline.maximumBytes > bytesWanted, bytesAhead > bytesWanted / 4 else { return }
        timeline.setMaximum(to: bytesAhead + bytesWanted)
    }

    /// Reduces the timeline to its usual size after a pause, once the sound gathered in the pause was heard or skipped.
    private func forgetPause() {
        guard timeline.maximumBytes > bytesWanted, client?.machine.wantsSound == true, bytesAhead <= bytesWanted / 4
        else {
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

    /// Pauses the stream if the timeline is nearly full.
    ///
    /// This is checked whenever bytes arrive. After a paused stream resumes, all bytes that the kernel has gathered
    /// arrive in one turn, and may be more than the timeline can hold.
    private func holdBackIfFull() {
        guard let connection else { return }
        let mayHoldBack = isFinite || isSegmented || connection.isFast
        guard mayHoldBack || client?.machine.facts.intent == .playing else { return }
        let room = bytesWanted / (join.isSearching ? 8 : 4)
        guard bytesAhead > timeline.maximumBytes - room else { return }
        connection.isFast = true
        setPaused(true)
    }

    /// Allows all packets on the timeline to be dropped, because the sound comes from the tape.
    func letGo() {
        timeline.written = timeline.end
        timeline.wanted = timeline.end
    }

    /// Pauses a stream that delivers faster than real time, and resumes it when the timeline has room.
    ///
    /// While the listener pauses a live station, its stream is not paused; the oldest sound is dropped instead.
    ///
    /// - Parameter inHand: how long the sound lasts if no more arrives; nil if the player must wake for every packet.
    func regulate(inHand: Duration?) {
        holdBackIfFull()
        // While a new connection's packets are compared with those received before, the stream resumes earlier, because
        // more packets may be needed to find a match.
        let room = join.isSearching ? bytesWanted / 16 * 3 : bytesWanted / 2
        if bytesAhead < timeline.maximumBytes - room { setPaused(false) }
        forgetPause()
        guard let connection else { return }
        if connection.isPaused != connection.isPauseReported {
            connection.isPauseReported = connection.isPaused
            client?.step(.heldBack(connection.isPaused || connection.holdsBack))
            // A full buffer may be too small for the sound that was to be gathered; the player then starts with it.
            client?.needsService()
        }
        setWakeUp(of: connection, inHand: inHand)
    }

    /// Sets how many bytes the kernel gathers before it wakes the player: the more, the longer the sound lasts.
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

    /// The tape to which the timeline's packets are written; nil without one.
    var tape: Tape?

    /// Where the item's sound is found: on the timeline, on the tape, or at the server.
    var positions: PlaybackPositions {
        PlaybackPositions(
            timeline: timeline, tape: tape?.times ?? 0..<0, presentation: info?.presentation,
            fileLength: isSeekableFile ? duration : nil)
    }

    /// Returns the item's position at a moment of the timeline.
    func position(at time: Int64) -> MediaTime { positions.position(at: time) }

    /// Returns where the sound of a position is stored; nil if it is neither in memory nor on the tape.
    func place(of position: MediaTime) -> PlaybackPositions.Place? { positions.place(of: position) }

    /// Fills in the stream's part of a snapshot.
    /// - Parameters:
    ///   - time: the heard moment of the timeline; the timeline's end if the next sound has not arrived yet.
    ///   - current: the position of the heard or next sound in the item.
    func describe(_ snapshot: inout PlaybackSnapshot, heard time: Int64, at current: MediaTime) {
        snapshot.stream = description
        snapshot.stream?.duration = duration?.duration
        snapshot.stream?.isDurationPrecise = isDurationPrecise
        snapshot.stream?.chapters = info?.chapters ?? []
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

    // MARK: Seeking

    /// Where the stream continues after a seek, or after a change of the rendition.
    enum Target {
        case position(MediaTime)
        case rendition(String, from: MediaTime)

        var position: MediaTime {
            switch self {
            case .position(let position), .rendition(_, let position): position
            }
        }
    }

    /// Prepares for sound from `target`, which follows the received sound as a discontinuity. It comes from this
    /// connection or the next one.
    func expect(_ target: Target) {
        isComplete = false
        length.settle()
        startTime = target.position
        // After a jump, sound that was received before may be heard again. So a new connection's packets are no longer
        // compared with those received before.
        join.end()
        join.append(.discontinuity(isGap: true), at: tools.loop.now)
    }

    /// Asks the open connection for the target of ``expect(_:)``.
    func request(_ target: Target, tolerance: Duration = .zero) {
        switch target {
        case .position(let position): connection?.stream.seek(to: position, tolerance: tolerance)
        case .rendition(let name, let position): connection?.stream.select(rendition: name, from: position)
        }
    }

    /// Continues a live station at its live edge after the sound received so far.
    func skip(to edge: MediaTime) {
        join.append(.discontinuity(isGap: true), at: tools.loop.now)
        connection?.stream.seek(to: edge, tolerance: .zero)
    }
}

// MARK: - Events of the stream

extension StreamIntake: MediaStreamClient {
    /// Handles that a connection is open. Informs the client at the end of the turn.
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
            intake.client?.intakeDidOpen(info)
        }
    }

    func streamChanged(_ info: StreamInfo) {
        take(info)
        if let duration = info.duration { length.settle(duration) }
        description?.url = info.url
        description?.hasTitles = info.metaint != nil
        if let rate = info.bitRate { description?.bitRate = rate }
        client?.intakeDidUpdate(info)
        // The live edge of a low-latency station has moved, so the player checks at the end of the turn whether the
        // listener is too far behind.
        if info.presentation?.partHoldBack != nil { client?.needsService() }
    }

    private func take(_ info: StreamInfo) {
        self.info = info
        join.isSegmented = isSegmented
        guard isSegmented else { return }
        // Make room for the segments that are fetched ahead, however long they are.
        timeline.setMaximum(to: max(policy.segmentBytes, timeline.maximumBytes))
        // From now on, the time when bytes arrive does not tell how close to live their sound is, because a segment's
        // bytes arrive all at once.
        join.heldBack()
    }

    func streamHoldsBack(_ holdsBack: Bool) {
        guard let connection else { return }
        connection.holdsBack = holdsBack
        client?.step(.heldBack(holdsBack || connection.isPaused))
        client?.needsService()
    }

    var soundAhead: Duration {
        let pending = join.isSearching && !join.bringsOnlyOld ? join.receivedDuration : .zero
        return (client?.soundAhead ?? .zero) + pending
    }

    /// Handles a packet, metadata, a position or a format from the stream.
    func streamBrought(_ element: StreamElement) {
        switch element {
        case .packet(let packet):
            if let connection, connection.packetsToSkip > 0 {
                connection.packetsToSkip -= 1
                return
            }
            length.add(packet)
            join.append(element, at: MonotonicInstant(nanoseconds: 0))
        case .metadata(let metadata): append(gate.take(metadata, at: tools.loop.now))
        case .discontinuity: join.append(element, at: tools.loop.now)
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

    private func append(_ metadata: TimedMetadata?) {
        if let metadata { join.append(.metadata(metadata), at: tools.loop.now) }
    }

    func streamNamed(_ named: NamedLength) { length.take(named) }

    func streamReceived(bytes: Int) {
        length.add(bytes: bytes)
        append(gate.release(at: tools.loop.now))
        // More packets may arrive in one turn than the timeline can hold. So the tape reads the timeline whenever bytes
        // arrive, before packets are dropped.
        tape?.read(timeline)
        join.bytesCame(at: tools.loop.now)
        hasNewBytes = true
        newestAt = tools.loop.now
        holdBackIfFull()
        client?.needsService()
    }

    func streamEnded(with error: StreamError?) {
        client?.step(.streamEnded(error))
        client?.needsService()
    }
}

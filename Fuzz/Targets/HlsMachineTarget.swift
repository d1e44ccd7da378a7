import CMalloc
import RadioFormats
import RadioHls

/// Fuzzes the HLS machine with a simulated station and listener. Input: a byte for the listener's settings, two bytes
/// for the station, then a few bytes for each event: responses, failures, waits, seeks.
///
/// Rules: the machine never has more than two requests at a time. Until its end, it always has a deadline unless the
/// listener has paused. Deadlines do not follow each other endlessly at the same time. The positions of requested
/// segments only grow, unless the listener jumps. Requests are no faster than ``RequestPace`` allows. Memory stays
/// small.
enum HlsMachineTarget: FuzzTarget {
    static let name = "HlsMachine"

    static func run(_ input: UnsafeRawBufferPointer) {
        let before = longwave_allocated_bytes()
        var run = MachineRun(ByteSource(input))
        run.play()
        let now = longwave_allocated_bytes()
        require(now < before + MachineRun.maximumMemory, "\(now - before) bytes are kept")
        withExtendedLifetime(run) {}
    }
}

/// An HLS machine with its simulated station and listener. The fuzzer's input decides what they do.
private struct MachineRun {
    /// The maximum number of open requests: one for a playlist, and one for a segment or a file that the segment needs.
    static let maximumRequests = 2
    /// The maximum memory of a run in bytes, for the machine and its playlists of a few kilobytes each.
    static let maximumMemory = 4 << 20
    /// The maximum time for which the machine may hold off further requests while the listener has no sound left.
    static let longestHold = Duration.seconds(2)

    struct Request {
        var id: Int
        var fetch: HlsFetch
    }

    var source: ByteSource
    var station: FuzzedStation
    var machine: HlsMachine
    var now = Duration.seconds(1000)
    var held = Duration.zero
    var pending: [Request] = []
    var bytes: [Int: Int] = [:]
    var lastID = 0
    var isPaused = false
    var isOpened = false
    var isOver = false
    /// The position of the newest requested segment, or nil if the listener has jumped or chosen a rendition since.
    var position: MediaTime?
    var requestTimes: [Duration] = []
    var holdingSince: Duration?

    init(_ source: ByteSource) {
        var source = source
        var settings = HlsSettings()
        let what = source.byte()
        settings.quality = StreamQuality.allCases[what % 4]
        settings.isLowLatency = what & 4 > 0
        if what & 8 > 0 { settings.languages = ["de"] }
        if what & 16 > 0 { settings.startTime = MediaTime(value: Int64(source.byte()), timescale: 1) }
        if what & 32 > 0 { settings.renditionName = "b" }
        settings.isPlaylistOnly = what & 192 == 192
        station = FuzzedStation(what: source.word())
        self.source = source
        machine = HlsMachine(settings)
    }

    mutating func play() {
        while !source.isEmpty, !isOver { step() }
        // The input is used up. From now on, time passes and every request gets a response, so that the rules are also
        // checked while nothing fails.
        if isPaused {
            isPaused = false
            handle(.paused(false))
        }
        for _ in 0..<100 where !isOver && isOpened {
            pass(.seconds(1))
            if !isOver, let first = pending.first { answer(first) }
        }
    }

    mutating func step() {
        let what = source.byte()
        guard isOpened else { return open() }
        switch what % 16 {
        case 0, 1: pass(.milliseconds(what * 4))
        case 2: pass(.seconds(what >> 2))
        case 3, 4: tick()
        case 5, 6, 7, 8: if let request = some(what >> 4) { answer(request) }
        case 9: if let request = some(what >> 4) { fail(request) }
        case 10: if let request = some(what >> 4) { unreadable(request) }
        case 11: if let request = some(what >> 4) { progress(request) }
        case 12:
            isPaused.toggle()
            handle(.paused(isPaused))
        case 13:
            listenerActs()
            handle(.seek(MediaTime(value: Int64(source.word()) - 0x4000, timescale: what & 16 > 0 ? 1 : 1000)))
        case 14:
            listenerActs()
            let time = MediaTime(value: Int64(source.byte()), timescale: 1)
            handle(.select(rendition: source.pick(["a", "b", "c", ""]), from: time))
        case _: stray(what >> 4)
        }
    }

    mutating func open() {
        guard let playlist = station.playlist(from: &source, imports: [:]) else { return }
        isOpened = true
        handle(.opened(playlist, url: "http://s/"))
    }

    mutating func listenerActs() {
        position = nil
    }

    func some(_ number: Int) -> Request? { pending.isEmpty ? nil : pending[number % pending.count] }

    // MARK: Time

    /// Moves the clock forward and informs the machine of each deadline that passes.
    mutating func pass(_ time: Duration) {
        let end = now + time
        var turns = 0
        var turnsNow = 0
        var last: Duration?
        while !isOver, let deadline = machine.nextDeadline, deadline <= end {
            advance(to: max(deadline, now))
            handle(.tick)
            turns += 1
            require(turns < 2000, "\(turns) deadlines in \(time)")
            // The machine may set a new deadline for the same time when a deadline passes, but not endlessly.
            turnsNow = last == now ? turnsNow + 1 : 1
            last = now
            require(turnsNow <= 4, "due again and again at \(now)")
        }
        advance(to: max(end, now))
    }

    mutating func advance(to time: Duration) {
        if !isPaused { held = max(held - (time - now), .zero) }
        now = time
    }

    mutating func tick() {
        guard let deadline = machine.nextDeadline else { return }
        pass(max(deadline - now, .zero))
    }

    // MARK: Responses

    mutating func answer(_ request: Request) {
        switch request.fetch.purpose {
        case .playlist:
            let playlist = station.playlist(from: &source, imports: machine.variables)
            drop(request)
            guard let playlist else { return handle(.fetchFailed(request.id, HlsFailure(.unreadable, "no playlist"))) }
            handle(.playlistArrived(request.id, playlist, url: "http://s/\(request.fetch.uri)"))
        case .key: finish(request, [UInt8](repeating: 7, count: source.byte() == 1 ? 3 : 16))
        case .initSection: finish(request, [1, 2, 3])
        case .media(let plan):
            handle(.fetchBegan(request.id, length: 1000))
            handle(.fetchProgressed(request.id, bytes: 1000))
            guard !isOver, pending.contains(where: { $0.id == request.id }) else { return }
            let isNew = source.byte() & 1 == 0
            if isNew { held += max(plan.duration - (plan.skip ?? .zero), .zero).duration }
            finish(request, [], packets: isNew ? 1 : 0)
        }
    }

    mutating func drop(_ request: Request) { pending.removeAll { $0.id == request.id } }

    mutating func finish(_ request: Request, _ bytes: [UInt8], packets: Int = 1) {
        drop(request)
        handle(.fetchFinished(request.id, bytes: bytes, packets: packets))
    }

    mutating func fail(_ request: Request) {
        let kinds: [HlsFailure.Kind] = [
            .status(404), .status(503), .timedOut, .unreachable, .connectionLost, .tooLarge, .unreadable, .other,
        ]
        drop(request)
        handle(.fetchFailed(request.id, HlsFailure(source.pick(kinds), "it failed")))
    }

    mutating func unreadable(_ request: Request) {
        guard case .media = request.fetch.purpose else { return }
        let problems: [SegmentProblem] = [
            .noSound, .damaged("it is damaged"), .unsupportedCodec("x"), .encrypted("y"),
        ]
        // The request is removed from `pending` only after this call, because the machine may cancel it in the call.
        handle(.unreadable(request.id, source.pick(problems)))
        drop(request)
    }

    mutating func progress(_ request: Request) {
        guard case .media = request.fetch.purpose else { return }
        let count = (bytes[request.id] ?? 0) + source.byte() * 64
        bytes[request.id] = count
        held += .milliseconds(source.byte())
        handle(.fetchProgressed(request.id, bytes: count))
    }

    /// Sends the machine an event for a request that has ended or that never existed, or a change of whether media are
    /// wanted.
    mutating func stray(_ what: Int) {
        let id = source.byte()
        guard !pending.contains(where: { $0.id == id }) else { return }
        switch what % 4 {
        case 3 where id & 15 == 15: handle(.mediaWanted(id & 16 > 0))
        case 0: handle(.fetchFinished(id, bytes: []))
        case 1: handle(.fetchFailed(id, HlsFailure(.timedOut, "late")))
        case 2: handle(.unreadable(id, .noSound))
        case _: handle(.fetchProgressed(id, bytes: 1))
        }
    }

    // MARK: Rules

    mutating func handle(_ event: HlsEvent) {
        let actions = machine.handle(event, held: held, at: now)
        require(actions.count <= 8, "\(actions.count) actions in a turn")
        for action in actions {
            require(!isOver, "an action after the end")
            perform(action)
        }
        require(pending.count <= Self.maximumRequests, "\(pending.count) requests at a time")
        let presentation = machine.presentation
        require(presentation.end >= presentation.start, "\(presentation)")
        guard !isOver else {
            require(machine.nextDeadline == nil && pending.isEmpty, "something is left over at the end: \(pending)")
            return
        }
        require(!isOpened || isPaused || machine.nextDeadline != nil, "nothing is waited for: \(describe())")
        guard machine.isHoldingOff, held == .zero, !isPaused else { return holdingSince = nil }
        let since = holdingSince ?? now
        holdingSince = since
        require(now - since < Self.longestHold, "it waits for sound that there is none of")
    }

    func describe() -> String {
        var text = ""
        dump(machine, to: &text, maxDepth: 3)
        return text
    }

    mutating func perform(_ action: HlsAction) {
        switch action {
        case .fetch(let id, let fetch): asked(id, fetch)
        case .cancel(let id):
            require(pending.contains { $0.id == id }, "\(id) is cancelled, and is not on its way")
            pending.removeAll { $0.id == id }
        case .skip(let segment):
            require(segment.duration >= .zero && !isPaused, "\(segment)")
            require(!machine.isMediaWanted, "a segment passes that is wanted")
            held += segment.duration.duration
        case .jump: held = .zero
        case .presentationDidChange: break
        case .end(let error):
            if let error { require(!error.text.isEmpty, "an error without words") }
            isOver = true
        }
    }

    mutating func asked(_ id: Int, _ fetch: HlsFetch) {
        require(id > lastID, "\(id) after \(lastID)")
        lastID = id
        pending.append(Request(id: id, fetch: fetch))
        requestTimes = requestTimes.filter { now - $0 < .seconds(1) } + [now]
        require(requestTimes.count <= RequestPace.maximum, "\(requestTimes.count) requests in a second")
        switch fetch.purpose {
        case .key, .initSection: break
        case .playlist: break
        case .media(let plan):
            require(plan.duration >= .zero, "\(plan.duration)")
            require((plan.cipher?.key.count ?? 16) == 16 && (plan.cipher?.iv.count ?? 16) == 16, "a key")
            require(!isPaused, "media for a listener that has paused")
            // The rule does not apply to parts after the first: the machine may request a segment again from its start
            // after it has requested such a part.
            guard plan.part ?? 0 == 0 else { return }
            if let position { require(plan.position >= position, "from \(position) back to \(plan.position)") }
            position = plan.position
        }
    }
}

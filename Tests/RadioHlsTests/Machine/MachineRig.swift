import RadioFormats
import RadioHls

/// Runs an `HlsMachine` in simulated time. A script answers its requests, media arrives at the script's rate, and a
/// simulated listener hears the sound.
final class MachineRig {
    enum Answer {
        case playlist(String, after: Duration = .milliseconds(20))
        /// A playlist after a redirect to another URL.
        case redirected(String, to: String)
        /// Media of `bytes` at `rate` bits per second. If `isSized` is false, the response states no length.
        case media(bytes: Int, rate: Double = 10_000_000, isSized: Bool = true)
        /// Media that begins to arrive after a delay.
        case later(bytes: Int, after: Duration, rate: Double = 10_000_000)
        case bytes([UInt8])
        /// Media whose sound was all received before.
        case repeated(bytes: Int)
        case fails(HlsFailure.Kind, after: Duration = .milliseconds(20))
        /// Media that contains no playable sound.
        case unreadable(SegmentProblem)
        /// No response at all.
        case silence
    }

    struct Request: CustomStringConvertible {
        var id: Int
        var fetch: HlsFetch
        var at: Duration
        var description: String { "\(at): \(fetch.uri)\(fetch.query.isEmpty ? "" : "?" + fetch.query)" }
    }

    private struct Running {
        var id: Int
        var fetch: HlsFetch
        var answer: Answer
        var began: Duration
        var bytes = 0
        /// The time of this request's next event, such as bytes or the end.
        var due: Duration
    }

    var machine: HlsMachine
    var now = Duration.zero
    /// The script: takes a request and its time, and returns the response.
    var script: (HlsFetch, Duration) -> Answer
    private(set) var requests: [Request] = []
    private(set) var ended: HlsError??
    private(set) var cancelled: [Int] = []
    private var running: [Running] = []
    /// The times of requests that the machine made while another request was open.
    private(set) var overlaps: [Duration] = []

    // How much received sound the simulated listener has not heard yet.
    var held = Duration.zero
    private(set) var heard = Duration.zero
    private(set) var isSounding = false
    /// The times at which the received sound ran out.
    private(set) var stalls: [Duration] = []
    var isListening = true
    /// If this much sound is held, the rig pauses the machine until a third of it has been heard, as the player does.
    /// Nil means that there is room for any amount.
    var room: Duration?
    private var pausedAt: Duration?
    /// The segments that arrived completely, in order.
    private(set) var played: [SegmentPlan] = []
    /// The segments that the machine reported without fetching them, and when.
    private(set) var skipped: [(segment: SkippedSegment, at: Duration)] = []
    private(set) var maximumHeld = Duration.zero
    /// How much sound of each incomplete segment is already part of `held`, by the segment's position.
    private var partial: [MediaTime: Duration] = [:]

    init(_ settings: HlsSettings = HlsSettings(), script: @escaping (HlsFetch, Duration) -> Answer) {
        machine = HlsMachine(settings)
        self.script = script
    }

    /// Opens the station at `url`. `text` is the playlist that this address returned.
    func open(_ text: String, url: String = "http://station/index.m3u8") throws {
        let playlist = try M3U8Reader.read(Array(text.utf8))
        step(.opened(playlist, url: url))
    }

    func step(_ event: HlsEvent) {
        for action in machine.handle(event, held: held, at: now) {
            switch action {
            case .fetch(let id, let fetch):
                requests.append(Request(id: id, fetch: fetch, at: now))
                let answer = script(fetch, now)
                running.append(
                    Running(id: id, fetch: fetch, answer: answer, began: now, due: Self.due(answer, now)))
                if running.count > 1 { overlaps.append(now) }
            case .cancel(let id):
                cancelled.append(id)
                running.removeAll { $0.id == id }
            case .jump:
                held = .zero
                partial = [:]
            case .skip(let segment):
                skipped.append((segment, now))
                hold(segment.duration.duration)
            case .presentationDidChange: break
            case .end(let error): ended = .some(error)
            }
        }
    }

    private static let piece = Duration.milliseconds(100)

    private static func due(_ answer: Answer, _ now: Duration) -> Duration {
        switch answer {
        case .redirected: now + .milliseconds(40)
        case .playlist(_, let delay), .fails(_, let delay), .later(_, let delay, _): now + delay
        case .media, .bytes, .repeated, .unreadable: now + .milliseconds(20)
        case .silence: now + .seconds(1_000_000)
        }
    }

    /// Lets time pass until `condition` holds or the time `end` is reached. Returns true if `condition` holds.
    @discardableResult
    func run(until end: Duration, _ condition: () -> Bool = { false }) -> Bool {
        while now < end, ended == nil {
            if condition() { return true }
            var next = end
            if let deadline = machine.nextDeadline { next = min(next, deadline) }
            for one in running where !isWaiting(one) { next = min(next, one.due) }
            if pausedAt != nil, let room { next = min(next, now + max(held - room * 2 / 3, .milliseconds(1))) }
            if isSounding { next = min(next, now + max(held, .milliseconds(1))) }
            advance(to: max(next, now))
            regulate()
            if let index = running.firstIndex(where: { $0.due <= now && !isWaiting($0) }) {
                answer(index)
            } else if let deadline = machine.nextDeadline, deadline <= now {
                step(.tick)
            }
        }
        return condition()
    }

    func run(for time: Duration) { run(until: now + time) }

    private func isWaiting(_ one: Running) -> Bool {
        guard pausedAt != nil, case .media = one.fetch.purpose else { return false }
        return true
    }

    private func regulate() {
        guard let room else { return }
        if let since = pausedAt {
            guard held <= room * 2 / 3 else { return }
            pausedAt = nil
            for index in running.indices {
                running[index].due += now - since
                running[index].began += now - since
            }
            step(.paused(false))
        } else if held > room {
            pausedAt = now
            step(.paused(true))
        }
    }

    private func advance(to time: Duration) {
        let passed = time - now
        now = time
        guard isListening, isSounding else { return }
        let sounding = min(passed, held)
        held -= sounding
        heard += sounding
        if held <= .zero {
            isSounding = false
            stalls.append(now)
        }
    }

    private func answer(_ index: Int) {
        var one = running[index]
        let id = one.id
        switch one.answer {
        case .playlist(let text, _):
            running.remove(at: index)
            let query = one.fetch.query.isEmpty ? "" : "?" + one.fetch.query
            let address = one.fetch.uri.hasPrefix("http") ? one.fetch.uri : "http://station/" + one.fetch.uri
            bring(playlist: text, id, url: address + query)
        case .redirected(let text, let url):
            running.remove(at: index)
            bring(playlist: text, id, url: url)
        case .bytes(let bytes):
            running.remove(at: index)
            step(.fetchFinished(id, bytes: bytes))
        case .repeated(let total):
            running.remove(at: index)
            step(.fetchProgressed(id, bytes: total))
            step(.fetchFinished(id, bytes: [], packets: 0))
        case .fails(let kind, _):
            running.remove(at: index)
            step(.fetchFailed(id, HlsFailure(kind, "\(one.fetch.uri) failed")))
        case .unreadable(let problem):
            running.remove(at: index)
            step(.unreadable(id, problem))
        case .media(let total, let rate, let isSized):
            guard case .media(let plan) = one.fetch.purpose else { return }
            if one.bytes == 0 { step(.fetchBegan(id, length: isSized ? Int64(total) : nil)) }
            let seconds =
                Double((now - one.began).components.seconds)
                + Double((now - one.began).components.attoseconds) * 1e-18
            one.bytes = min(max(Int(seconds * rate / 8), 1), total)
            bring(plan, Double(one.bytes) / Double(total))
            if one.bytes == total {
                running.remove(at: index)
                played.append(plan)
                step(.fetchProgressed(id, bytes: total))
                step(.fetchFinished(id, bytes: []))
            } else {
                let left = Duration.seconds(Double(total - one.bytes) * 8 / rate)
                one.due = now + min(Self.piece, max(left, .milliseconds(1)))
                running[index] = one
                step(.fetchProgressed(id, bytes: one.bytes))
            }
        case .later(let total, _, let rate):
            one.answer = .media(bytes: total, rate: rate)
            one.began = now
            running[index] = one
            answer(index)
        case .silence: break
        }
    }

    private func bring(playlist text: String, _ id: Int, url: String) {
        do {
            let playlist = try M3U8Reader.read(Array(text.utf8), imports: machine.variables)
            step(.playlistArrived(id, playlist, url: url))
        } catch {
            step(.fetchFailed(id, HlsFailure(.unreadable, "\(error)")))
        }
    }

    /// Adds the sound of the first `share` (0 to 1) of a segment to `held`. Sound of the same segment that arrived
    /// earlier is not added again.
    private func bring(_ plan: SegmentPlan, _ share: Double) {
        let skipped = plan.skip?.duration ?? .zero
        let whole = max(plan.duration.duration * share - skipped, .zero)
        let before = partial[plan.position] ?? .zero
        guard whole > before else { return }
        hold(whole - before)
        partial[plan.position] = whole
    }

    private func hold(_ sound: Duration) {
        held += sound
        maximumHeld = max(maximumHeld, held)
        if !isSounding, isListening, held >= .milliseconds(250) { isSounding = true }
    }

    // MARK: What was requested

    var uris: [String] { requests.map(\.fetch.uri) }
    var mediaUris: [String] {
        requests.compactMap { if case .media = $0.fetch.purpose { $0.fetch.uri } else { nil } }
    }
    var playlistTimes: [Duration] {
        requests.compactMap { if case .playlist = $0.fetch.purpose { $0.at } else { nil } }
    }
}

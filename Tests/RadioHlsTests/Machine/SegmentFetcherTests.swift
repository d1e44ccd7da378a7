import RadioFormats
import Testing

@testable import RadioHls

@Suite struct SegmentFetcherTests {
    private static func window(_ extra: String = "") throws -> SegmentWindow {
        let text = Playlists.onDemand(9, extra: extra)
        guard case .media(let media) = try M3U8Reader.read(Array(text.utf8)) else { throw HlsError.badPlaylist(text) }
        return SegmentWindow(media, url: "http://s/")
    }

    /// Returns a fetcher that has requested segment 0, and this request.
    private static func begun(_ window: SegmentWindow) throws -> (SegmentFetcher, HlsFetch) {
        var fetcher = SegmentFetcher(HlsSettings())
        let hasMedia = fetcher.begin(in: window, after: nil)
        #expect(hasMedia)
        guard case .segment(let segment, let part) = fetcher.next(in: window, held: .zero, earliest: nil, at: .zero),
            case .fetch(let fetch) = fetcher.fetch(segment, part: part, track: 1, in: window, at: .zero)
        else { throw HlsError.noSound("nothing is asked for") }
        return (fetcher, fetch)
    }

    private static func isDue(_ check: SegmentFetcher.Check) -> Bool { if case .due = check { true } else { false } }

    /// Each row has a kind of failure and the waits, in milliseconds, before the tries that follow.
    @Test(
        arguments: [
            (.status(404), [250]), (.status(503), [250, 1000]), (.connectionLost, [250, 1000]), (.timedOut, [250]),
            (.other, []), (.tooLarge, []),
        ] as [(HlsFailure.Kind, [Int])])
    func `what may pass is tried again`(_ kind: HlsFailure.Kind, _ waits: [Int]) throws {
        let window = try Self.window()
        var (fetcher, _) = try Self.begun(window)
        var now = Duration.zero
        for wait in waits {
            fetcher.sent(at: now)
            guard case .nothing = fetcher.failed(HlsFailure(kind, "x"), at: now) else {
                return #expect(Bool(false), "given up")
            }
            #expect(fetcher.deadline == now + .milliseconds(wait))
            now += .milliseconds(wait)
            let (early, due) = (fetcher.check(at: now - .milliseconds(1)), fetcher.check(at: now))
            #expect(!Self.isDue(early) && Self.isDue(due))
            _ = fetcher.advance(track: 1, in: window, at: now)
        }
        guard case .lost(let job, .fetch(let failure)) = fetcher.failed(HlsFailure(kind, "x"), at: now) else {
            return #expect(Bool(false), "not lost")
        }
        #expect(job.segment.sequence == 0 && failure.kind == kind && !fetcher.isBusy)
    }

    @Test func `a network that is away is waited for`() throws {
        let window = try Self.window()
        var (fetcher, _) = try Self.begun(window)
        let away = HlsFailure(.unreachable, "away")
        for second in 0..<20 {
            guard case .nothing = fetcher.failed(away, at: .seconds(second)) else {
                return #expect(Bool(false), "given up after \(second) s")
            }
        }
        guard case .trackFails(.fetch(away)) = fetcher.failed(away, at: .seconds(20)) else {
            return #expect(Bool(false), "not given up")
        }
    }

    @Test func `three segments in a row that do not come are enough`() throws {
        let window = try Self.window()
        var (fetcher, _) = try Self.begun(window)
        for number in 0..<3 {
            let now = Duration.seconds(number)
            guard case .lost(let job, let error) = fetcher.failed(HlsFailure(.other, "x"), at: now) else {
                return #expect(Bool(false), "not lost")
            }
            switch fetcher.goOn(without: job, error, in: window) {
            case .nothing where number < 2: break
            case .trackFails where number == 2: return
            case let outcome: return #expect(Bool(false), "\(number): \(outcome)")
            }
            guard case .segment(let next, nil) = fetcher.next(in: window, held: .zero, earliest: nil, at: now),
                case .fetch(let fetch) = fetcher.fetch(next, part: nil, track: 1, in: window, at: now),
                case .media(let plan) = fetch.purpose
            else { return #expect(Bool(false), "nothing follows") }
            #expect(plan.sequence == Int64(number + 1) && plan.isDiscontinuous)
        }
    }

    @Test func `key, init section and media are asked for one after the other`() throws {
        let window = try Self.window("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"i\"\n")
        var (fetcher, first) = try Self.begun(window)
        #expect(first == HlsFetch(.key, uri: "k", base: "http://s/"))
        let key = [UInt8](repeating: 7, count: 16)
        _ = fetcher.finished(key, packets: 0, base: "http://s/", at: .zero)
        guard Self.isDue(fetcher.check(at: .zero)),
            case .fetch(let second) = fetcher.advance(track: 1, in: window, at: .zero)
        else { return #expect(Bool(false), "nothing follows the key") }
        #expect(second == HlsFetch(.initSection, uri: "i", base: "http://s/"))
        _ = fetcher.finished([1], packets: 0, base: "http://s/", at: .zero)
        guard case .fetch(let third) = fetcher.advance(track: 1, in: window, at: .zero),
            case .media(let plan) = third.purpose
        else { return #expect(Bool(false), "nothing follows the init section") }
        #expect(third.uri == "seg0.ts" && plan.cipher?.key == key && plan.map?.bytes == [1])
    }

    @Test(arguments: [0, 15, 17, 4096]) func `a key has 16 bytes`(_ count: Int) throws {
        var (fetcher, _) = try Self.begun(try Self.window("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n"))
        let bytes = [UInt8](repeating: 7, count: count)
        guard case .fails(.wrongKey) = fetcher.finished(bytes, packets: 0, base: "http://s/", at: .zero) else {
            return #expect(Bool(false), "taken")
        }
        #expect(!fetcher.isBusy)
    }

    /// During a pause, a request that still waits to be made is dropped, and made again after the pause. A request that
    /// is under way does not time out, and its throughput is measured only up to the pause.
    @Test func `a pause`() throws {
        let window = try Self.window()
        var (waiting, _) = try Self.begun(window)
        guard case .cancel = waiting.pause(true, at: .seconds(1)) else { return #expect(Bool(false), "it stays") }
        let paused = waiting.check(at: .seconds(9))
        _ = waiting.pause(false, at: .seconds(9))
        let resumed = waiting.check(at: .seconds(9))
        #expect(!Self.isDue(paused) && Self.isDue(resumed))

        var (fetcher, _) = try Self.begun(window)
        fetcher.sent(at: .zero)
        fetcher.answered(length: 100_000, at: .seconds(1))
        fetcher.progressed(bytes: 50_000, at: .seconds(2))
        guard case .measured(let sample) = fetcher.pause(true, at: .seconds(2)) else {
            return #expect(Bool(false), "not measured")
        }
        #expect(sample == .init(bytes: 50_000, time: .seconds(2)))
        #expect(fetcher.deadline == nil && fetcher.sequenceUnderWay == nil)
        _ = fetcher.pause(false, at: .seconds(60))
        #expect(fetcher.deadline == .seconds(66) && fetcher.sequenceUnderWay == 0)
        fetcher.progressed(bytes: 100_000, at: .seconds(61))
        guard case .nothing = fetcher.finished([], packets: 9, base: "", at: .seconds(61)) else {
            return #expect(Bool(false), "measured again")
        }
        #expect(fetcher.cursor.sequence == 1 && fetcher.cursor.playedSegments == 1)
    }
}

import RadioFormats
import RadioLoop
import Testing

@testable import RadioTitles

@Suite struct PageCheckTests {
    /// At a time in seconds, the station's sound or its server's status page shows a title.
    enum Event: Sendable {
        case sound(Double, String)
        case page(Double, String)
    }

    static let rows: [(String, [Event], PageCheck.Verdict)] = [
        ("nothing was seen", [], .undecided), ("only the sound", [.sound(0, "A")], .undecided),
        ("only the page", [.page(0, "A"), .page(10, "A")], .undecided),
        ("the same", [.sound(0, "A"), .page(1, "A")], .agrees),
        ("without case", [.sound(0, "a"), .page(1, "A")], .agrees),
        ("asked before the title came", [.sound(5, "A"), .page(4, "A")], .undecided),
        ("the page is ahead", [.sound(0, "A"), .page(8, "B"), .sound(12, "B"), .page(18, "B")], .agrees),
        ("the page is behind", [.sound(0, "A"), .page(5, "Z"), .page(15, "A")], .agrees),
        ("one difference is none", [.sound(0, "A"), .page(30, "B")], .undecided),
        ("it stays different", [.sound(0, "A"), .page(10, "Z"), .page(30, "Z"), .page(40, "Z")], .isStale),
        ("another title starts anew", [.sound(0, "A"), .page(30, "Z"), .sound(35, "B"), .page(45, "Z")], .undecided),
        (
            "a page that stands still",
            [.sound(0, "A"), .page(20, "Z"), .page(30, "Z"), .page(40, "Z"), .page(50, "Z")],
            .isStale
        ),
        ("a verdict stays", [.sound(0, "A"), .page(1, "A"), .page(40, "Z"), .page(50, "Z")], .agrees),
        ("an empty title is not compared", [.sound(0, ""), .page(1, ""), .page(60, "Z")], .undecided),
    ]

    @Test(arguments: rows) func verdicts(_ name: String, _ events: [Event], _ verdict: PageCheck.Verdict) {
        var check = PageCheck(tolerance: .seconds(25))
        func track(_ title: String) -> TrackInfo {
            title.isEmpty
                ? TrackInfo(kind: .none) : TrackInfo(kind: .song, artist: "X", title: title, text: "X - \(title)")
        }
        for event in events {
            switch event {
            case .sound(let second, let title):
                check.sound(shows: track(title), at: MonotonicInstant(nanoseconds: Int64(second * 1e9)))
            case .page(let second, let title):
                check.page(shows: track(title), asked: MonotonicInstant(nanoseconds: Int64(second * 1e9)))
            }
        }
        #expect(check.verdict == verdict)
    }

    @Test(arguments: [
        ("http://Example.org:8000/radio.mp3?x=1#y", "http://example.org:8000", "/radio.mp3?x=1"),
        ("https://u:p@example.org", "https://example.org", "/"), ("http://h/;", "http://h", "/;"),
        ("http://[::1]:8000?sid=1", "http://[::1]:8000", "/?sid=1"),
    ]) func addresses(_ url: String, _ server: String, _ target: String) {
        #expect(PageAddress(url)?.server == server && PageAddress(url)?.target == target)
    }

    @Test(arguments: ["file:///a", "a", "http://", "rtmp://h/a", ""]) func `no addresses`(_ url: String) {
        #expect(PageAddress(url) == nil)
    }
}

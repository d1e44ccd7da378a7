import RadioFormats
import Testing

@testable import RadioTitles

@Suite struct PlaylistTrustTests {
    enum Event: Sendable {
        /// The HLS playlist shows a title, or a text that is not readable as one (nil).
        case playlist(String?)
        case segment(String)
        /// Segments with this total duration in seconds have passed. The Boolean says whether they contained titles.
        case passed(Double, Bool)
    }

    static let rows: [(String, [Event], Bool)] = [
        ("nothing", [], false), ("one song may be a slogan", [.playlist("A")], false),
        ("the same again is one", [.playlist("A"), .playlist("A")], false),
        ("two songs", [.playlist("A"), .playlist("B")], true),
        ("two songs around what is none", [.playlist("A"), .playlist(nil), .playlist("B")], true),
        ("segments say the same", [.segment("A"), .playlist("A")], true),
        ("segments say the same, later", [.playlist("A"), .segment("A")], true),
        ("segments say something else", [.segment("A"), .playlist("S"), .segment("B"), .playlist("S")], false),
        ("two slogans, and songs inside", [.segment("A"), .playlist("S"), .playlist("T"), .segment("B")], false),
        ("the playlist is ahead", [.segment("A"), .playlist("B"), .segment("B")], true),
        ("a long song", [.playlist("A"), .playlist("B"), .passed(5000, true)], true),
        ("a short silence", [.playlist("A"), .playlist("B"), .passed(599, false)], true),
        (
            "a silence that ends",
            [.playlist("A"), .playlist("B"), .passed(599, false), .passed(9, true), .passed(9, false)], true
        ),
        (
            "it tells nothing any more", [.playlist("A"), .playlist("B"), .passed(300, false), .passed(300, false)],
            false
        ),
        ("file names are nothing", [.playlist("A"), .playlist("B"), .playlist(nil), .passed(600, true)], false),
        ("once more from the beginning", [.playlist("A"), .playlist("B"), .passed(600, false), .playlist("C")], false),
        (
            "and trusted again",
            [.playlist("A"), .playlist("B"), .passed(600, false), .playlist("C"), .playlist("D")], true
        ),
    ]

    @Test(arguments: rows) func trust(_ name: String, _ events: [Event], _ isTrusted: Bool) {
        var trust = PlaylistTrust(patience: .seconds(600))
        func track(_ title: String) -> TrackInfo {
            TrackInfo(kind: .song, artist: "X", title: title, text: "X - \(title)")
        }
        for event in events {
            switch event {
            case .playlist(let title): trust.playlist(shows: title.map(track))
            case .segment(let title): trust.segments(show: track(title))
            case .passed(let seconds, let isNamed): trust.passed(.seconds(seconds), isNamed: isNamed)
            }
        }
        #expect(trust.isTrusted == isTrusted)
    }

    /// Jingles and advertisements in the playlist are reported as titles, although they are not songs.
    @Test func whatIsNoSongIsTold() {
        var trust = PlaylistTrust(patience: .seconds(600))
        for title in ["A", "B"] { trust.playlist(shows: TrackInfo(kind: .song, title: title, text: title)) }
        trust.playlist(shows: TrackInfo(kind: .advertisement, title: "Buy", text: "Buy"))
        trust.passed(.seconds(700), isNamed: true)
        #expect(trust.isTrusted)
        trust.playlist(shows: TrackInfo(kind: .none))
        trust.passed(.seconds(700), isNamed: true)
        #expect(!trust.isTrusted)
    }
}

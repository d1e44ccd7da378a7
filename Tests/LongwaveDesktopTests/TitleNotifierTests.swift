import Longwave
import Testing

@testable import LongwaveDesktop
@testable import RadioPlayer

@Suite struct TitleNotifierTests {
    private static func now(_ kind: TrackInfo.Kind, artist: String?, title: String?, text: String) -> NowPlaying {
        NowPlaying(
            track: TrackInfo(kind: kind, artist: artist, title: title, text: text), stationName: "FIP",
            received: MonotonicInstant(nanoseconds: 0),
            heard: MonotonicInstant(nanoseconds: 0), position: .zero)
    }

    @Test func aSong() {
        let content = TitleNotifier.content(
            Self.now(.song, artist: "Band\u{1B}[0m", title: "Song", text: "Band - Song"), image: "file:///a.png")
        #expect(content?.summary == "Song" && content?.image == "file:///a.png")
        #expect(content?.body.hasSuffix("\nFIP") == true && content?.body.contains("\u{1B}") == false)
        let speech = TitleNotifier.content(Self.now(.speech, artist: nil, title: nil, text: "The news"), image: nil)
        #expect(speech == .init(summary: "The news", body: "FIP", image: nil))
    }

    @Test(arguments: [TrackInfo.Kind.advertisement, .jingle, .none]) func whatIsNotTold(_ kind: TrackInfo.Kind) {
        #expect(TitleNotifier.content(Self.now(kind, artist: "a", title: "b", text: "a - b"), image: nil) == nil)
        #expect(TitleNotifier.content(Self.now(.unknown, artist: nil, title: nil, text: ""), image: nil) == nil)
    }

    @Test func markup() { #expect(TitleNotifier.escaped("<b>A & B</b>") == "&lt;b&gt;A &amp; B&lt;/b&gt;") }

    @Test func longTexts() {
        let text = String(repeating: "x", count: 100_000)
        let content = TitleNotifier.content(Self.now(.song, artist: text, title: text, text: text), image: nil)
        #expect(content?.summary.count == 500)
    }
}

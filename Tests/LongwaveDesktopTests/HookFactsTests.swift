import Longwave
import Testing

@testable import LongwaveDesktop
@testable import RadioPlayer

@Suite struct HookFactsTests {
    private static func snapshot(_ title: String, artist: String? = nil) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.volume = 0.256
        snapshot.item = PlaybackItem(Station(name: "FIP", urls: ["http://me:secret@a.test/"], id: "fip"))
        snapshot.nowPlaying = NowPlaying(
            track: TrackInfo(kind: .song, artist: artist, title: title, text: title), stationName: "FIP",
            received: MonotonicInstant(nanoseconds: 0), heard: MonotonicInstant(nanoseconds: 0), position: .zero)
        return snapshot
    }

    @Test func aTitle() {
        let facts = HookFacts.variables(.nowPlayingDidChange(Self.snapshot("Song", artist: "Band")))
        #expect(facts["LONGWAVE_EVENT"] == "nowPlayingDidChange" && facts["LONGWAVE_STATUS"] == "stopped")
        #expect(facts["LONGWAVE_ARTIST"] == "Band" && facts["LONGWAVE_TITLE"] == "Song")
        #expect(facts["LONGWAVE_STATION"] == "FIP" && facts["LONGWAVE_STATION_ID"] == "fip")
        #expect(facts["LONGWAVE_KIND"] == "song" && facts["LONGWAVE_VOLUME"] == "26")
        #expect(facts["LONGWAVE_URL"]?.contains("secret") == false)
        // Each variable for hooks is always set, possibly to an empty text, so that scripts can rely on it.
        #expect(facts["LONGWAVE_ERROR"] == "" && facts["LONGWAVE_FILE"] == "" && facts.count == 18)
    }

    @Test func hostileTexts() {
        let title =
            "a\u{0}b\u{1B}]0;x\u{7}\n\r\u{202E}\u{9B}31m$(touch x)`y`\"'\\=\(String(repeating: "z", count: 100_000))"
        let facts = HookFacts.variables(.nowPlayingDidChange(Self.snapshot(title)))
        let text = facts["LONGWAVE_TITLE"] ?? ""
        #expect(
            text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\u{202E}" }
        )
        #expect(text.contains(#"$(touch x)`y`"'\="#) && text.count <= 1000)
    }

    @Test func errorsAndRecordings() {
        let failure = HookFacts.variables(.didFail(.stream(.accessDenied(status: 401, "x")), Self.snapshot("a")))
        #expect(failure["LONGWAVE_ERROR"]?.isEmpty == false)
        let track = TrackInfo(kind: .jingle, artist: nil, title: nil, text: "next")
        let early = HookFacts.variables(.metadataReceived(track, Self.snapshot("a")))
        #expect(early["LONGWAVE_TEXT"] == "next" && early["LONGWAVE_TITLE"] == "")
    }

    /// The names of events for hooks are the same as in `play --json`.
    @Test func names() {
        #expect(PlaybackNotification.didStall(PlaybackSnapshot()).name == "didStall")
        #expect(
            !Hook.events.contains(.bufferDidChange) && Hook.events.count == PlaybackNotification.Kind.allCases.count - 1
        )
    }
}

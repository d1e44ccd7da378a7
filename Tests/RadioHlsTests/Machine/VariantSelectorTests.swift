import RadioFormats
import Testing

@testable import RadioHls

@Suite struct VariantSelectorTests {
    private static let failure = HlsFailure(.status(404), "gone")

    /// Returns a selector whose current track is `uri`. It can choose among two equal (redundant) variants of 64 kbit/s
    /// and one of 320 kbit/s.
    private static func playing(_ uri: String, _ quality: StreamQuality = .auto) throws -> VariantSelector {
        let text = Playlists.variants([(64_000, "lo.m3u8"), (64_000, "same.m3u8"), (320_000, "hi.m3u8")])
        guard case .multivariant(let playlist) = try M3U8Reader.read(Array(text.utf8)) else {
            throw HlsError.badPlaylist(text)
        }
        var settings = HlsSettings()
        settings.quality = quality
        var selector = VariantSelector(settings)
        var track = try selector.opened(playlist, "http://s/", at: .zero)
        track.uri = uri
        let variant = playlist.variants.first { $0.uri == uri }
        (track.bandwidth, track.rank) = (variant?.bandwidth ?? 0, variant?.bandwidth ?? 0)
        selector.begin(track)
        return selector
    }

    @Test(arguments: [(.high, "hi"), (.medium, "lo"), (.low, "lo"), (.auto, "hi")] as [(StreamQuality, String)])
    func `it begins with the quality that is wanted`(_ quality: StreamQuality, _ uri: String) throws {
        let text = Playlists.variants([(64_000, "lo"), (320_000, "hi")])
        guard case .multivariant(let playlist) = try M3U8Reader.read(Array(text.utf8)) else { return }
        var settings = HlsSettings()
        settings.quality = quality
        var selector = VariantSelector(settings)
        let first = try selector.opened(playlist, "http://s/", at: .zero)
        #expect(first.uri == uri)
    }

    @Test func `without a choice there is nothing to take`() throws {
        var selector = VariantSelector(HlsSettings())
        selector.begin(HlsTrack(uri: "http://s/a.m3u8"))
        let (standIn, selected) = (selector.standIn(at: .zero), selector.select(rendition: "b", at: .zero))
        #expect(!selector.isOpen && !selector.adapts && standIn == nil && selected == nil)
        #expect(throws: HlsError.stale("x")) { try selector.leave(for: .stale("x"), at: .zero) }
        #expect(throws: HlsError.encrypted("x")) { try selector.refuse(for: .encrypted("x"), at: .zero) }
        #expect(throws: HlsError.fetch(Self.failure)) {
            try selector.playlistFailed(of: HlsTrack(uri: "b"), isFirst: true, Self.failure, at: .zero)
        }
    }

    @Test func `a track that plays goes on where another's playlist does not come`() throws {
        var selector = try Self.playing("lo.m3u8")
        var other = selector.track
        other.uri = "hi.m3u8"
        let kept = try selector.playlistFailed(of: other, isFirst: false, Self.failure, at: .zero)
        #expect(kept == nil)
        // The selector has left its track. If the new track's playlist fails, the selector chooses yet another one.
        other = try selector.leave(for: .stale("x"), at: .zero)
        #expect(other.uri == "same.m3u8")
        let last = try selector.playlistFailed(of: other, isFirst: false, Self.failure, at: .zero)
        #expect(last?.uri == "hi.m3u8")
    }

    @Test func `a redundant variant stands in, and the other is left alone for a minute`() throws {
        var selector = try Self.playing("lo.m3u8")
        let found = selector.standIn(at: .zero)
        let other = try #require(found)
        #expect(other.uri == "same.m3u8")
        selector.begin(other)
        #expect(selector.trackNumber == 2)
        let (early, late) = (selector.standIn(at: .seconds(59)), selector.standIn(at: .seconds(60)))
        #expect(early == nil && late?.uri == "lo.m3u8")
    }

    /// The selector changes to a higher variant only after two segments and with enough sound held. It changes to a
    /// lower variant as soon as the connection is slower than the current variant's bit rate.
    @Test(
        arguments: [
            ("lo.m3u8", 1_000_000, 20, 2, "hi.m3u8"), ("lo.m3u8", 1_000_000, 5, 2, nil),
            ("lo.m3u8", 1_000_000, 20, 1, nil), ("lo.m3u8", 200_000, 20, 2, nil),
            ("hi.m3u8", 200_000, 0, 0, "lo.m3u8"), ("hi.m3u8", 340_000, 20, 2, nil),
        ] as [(String, Int, Int, Int, String?)])
    func `the bit rate follows the throughput`(
        _ uri: String, _ rate: Int, _ held: Int, _ played: Int, _ expected: String?
    ) throws {
        var selector = try Self.playing(uri)
        let window = SegmentWindow(MediaPlaylist(), url: "http://s/")
        #expect(selector.better(held: .seconds(held), played: played, in: window, at: .zero) == nil)
        selector.measured(.init(bytes: rate * 10 / 8, time: .seconds(10)))
        #expect(selector.better(held: .seconds(held), played: played, in: window, at: .zero)?.uri == expected)
    }
}

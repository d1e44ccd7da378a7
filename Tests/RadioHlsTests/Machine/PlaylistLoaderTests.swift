import RadioFormats
import Testing

@testable import RadioHls

@Suite struct PlaylistLoaderTests {
    private static let track = HlsTrack(uri: "http://s/a.m3u8")
    /// The time at which the sound runs out, if it does not run out in the test.
    private static let never = Duration.seconds(1000)

    private static func media(_ text: String) throws -> MediaPlaylist {
        guard case .media(let media) = try M3U8Reader.read(Array(text.utf8)) else { throw HlsError.badPlaylist(text) }
        return media
    }

    /// Returns a loader that has loaded a live station's playlist at time zero.
    private static func loader(_ text: String = Playlists.Live().text(at: 0)) throws -> PlaylistLoader {
        var loader = PlaylistLoader(HlsSettings())
        guard case .began = try loader.opened(try media(text), track.uri, at: .zero) else {
            throw HlsError.badPlaylist(text)
        }
        return loader
    }

    @Test func `the time of a request runs from when it is made`() throws {
        var loader = try Self.loader()
        guard case .reload = loader.due(at: .seconds(6), media: nil, soundEnd: Self.never) else {
            return #expect(Bool(false), "not due")
        }
        _ = loader.load(Self.track, .reload, spare: .zero, at: .seconds(6))
        #expect(loader.deadline(media: nil, soundEnd: Self.never) == nil)
        guard case .nothing = loader.due(at: .seconds(20), media: nil, soundEnd: Self.never) else {
            return #expect(Bool(false), "due")
        }
        loader.sent(at: .seconds(21))
        #expect(loader.deadline(media: nil, soundEnd: Self.never) == .seconds(29))
        guard case .timeOut(.reloadFailed(let failure)) = loader.due(at: .seconds(29), media: nil, soundEnd: Self.never)
        else {
            return #expect(Bool(false), "no time-out")
        }
        #expect(failure.kind == .timedOut)
    }

    /// While a segment arrives, the reload of the playlist waits, because both use the same connection.
    @Test(arguments: [(nil, 6.0), (9, 9.0), (8, 12.0)] as [(Int64?, Double)])
    func `a reload waits for the segment under way`(_ sequence: Int64?, _ seconds: Double) throws {
        #expect(try Self.loader().deadline(media: sequence, soundEnd: Self.never) == .seconds(seconds))
    }

    @Test func `an update that does not fit leads to the whole playlist, once`() throws {
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36\n"
        var loader = try Self.loader(head + "#EXT-X-MEDIA-SEQUENCE:4\n#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts\n")
        let foreign = HlsPlaylist.media(
            try Self.media(head + "#EXT-X-MEDIA-SEQUENCE:90\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:6,\nc.ts\n"))
        let update = loader.load(Self.track, .reload, spare: .zero, at: .seconds(6))
        #expect(update.query == "_HLS_skip=YES")
        guard case .again(_, .reload) = try loader.arrived(foreign, "u", next: 5, at: .seconds(6)) else {
            return #expect(Bool(false), "not asked for again")
        }
        let whole = loader.load(Self.track, .reload, spare: .zero, at: .seconds(6))
        #expect(whole.query.isEmpty)
        guard case .reloadFailed(let failure) = try loader.arrived(foreign, "u", next: 5, at: .seconds(6)) else {
            return #expect(Bool(false), "asked for again and again")
        }
        #expect(failure.kind == .unreadable)
    }

    @Test func `a playlist that stands still is stale`() throws {
        var loader = try Self.loader()
        guard case .stale(let text) = loader.due(at: .seconds(21), media: nil, soundEnd: Self.never) else {
            return #expect(Bool(false), "not stale")
        }
        #expect(text == "http://s/a.m3u8 has not changed for 21 s")
    }

    /// A response arrives although no request is open. It changes nothing.
    @Test func `an answer to nothing is ignored`() throws {
        var loader = try Self.loader()
        guard case .nothing = loader.failed(HlsFailure(.other, "late")),
            case .nothing = try loader.arrived(.media(MediaPlaylist()), "u", next: nil, at: .zero)
        else { return #expect(Bool(false), "something follows") }
        #expect(loader.window?.segments.count == 6)
    }
}

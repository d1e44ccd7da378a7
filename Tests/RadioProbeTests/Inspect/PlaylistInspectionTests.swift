import RadioFormats
import RadioHls
import RadioProbe
import TestSupport
import Testing

/// A `CaptureInspector` reads HLS playlists.
@Suite struct PlaylistInspectionTests {
    private static let list = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,T\na.ts\n#EXT-X-ENDLIST\n"

    private func inspect(_ text: String, _ kind: ContentKind? = nil) -> InspectionReport {
        CaptureInspectorTests.inspect(Array(text.utf8), .stream(kind), cut: { Int.random(in: 1...9, using: &$0) })
            .report
    }

    @Test func `a playlist is read, behind a head too`() throws {
        for text in [Self.list, "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.apple.mpegurl\r\n\r\n" + Self.list] {
            let report = inspect(text)
            #expect(report.kind == .hlsPlaylist)
            #expect(report.playlist == .success(try M3U8Reader.read(Array(Self.list.utf8))))
            #expect(report.problems.allSatisfy { $0.name != "playlist" && $0.name != "playlistFaults" })
        }
    }

    @Test func `what is wrong with it is a problem`() {
        let faulty = inspect(Self.list.replacing("EXTINF:6", with: "EXTINF:x"))
        #expect(faulty.problems.contains(.playlistFaults(1)))
        let refused = inspect(Self.list.replacing("a.ts", with: "{$a}.ts"))
        guard case .failure(let error) = refused.playlist else { return #expect(Bool(false)) }
        #expect(error.line == 4)
        #expect(refused.problems.contains(.playlist(error)))
        #expect(refused.problems.contains { "\($0)".contains("line 4: ") })
    }

    @Test func `anything can be taken for a playlist`() {
        for text in ["", "<html></html>", String(repeating: "x", count: 100_000)] {
            guard case .failure(let error) = inspect(text, .hlsPlaylist).playlist else { return #expect(Bool(false)) }
            #expect(error.reason == .notAPlaylist)
        }
        #expect(inspect("#EXTM3U\n#EXTINF:6,T\na.ts\n").playlist == nil)
        #expect(inspect("#EXTM3U\n#EXTINF:6,T\na.ts\n", .hlsPlaylist).playlist != nil)
    }

    /// An HLS playlist is read completely, although the inspector keeps at most 256 KiB of other lists.
    @Test func `a long playlist is read to its end`() throws {
        let lines = String(repeating: "#EXTINF:6,T\nsegment.ts\n", count: 20_000)
        let report = inspect("#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + lines)
        guard case .success(.media(let playlist)) = report.playlist else { return #expect(Bool(false)) }
        #expect(playlist.segments.count == 20_000)
    }
}

import Foundation
import RadioHls
import TestSupport
import Testing

/// Playlists from other projects (shared/corpus/hls/playlists). The results are compared with those of one other
/// parser, which a second other parser has confirmed.
@Suite(.enabled(if: Corpus.isPresent)) struct PlaylistCorpusTests {
    private static let folder = Corpus.root + "/hls/playlists"

    private static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".m3u8") }.map { String($0.dropLast(5)) }.sorted()
    }()

    private static let expected = names.filter {
        FileManager.default.fileExists(atPath: "\(folder)/\($0).expected.json")
    }

    private static func read(_ name: String) throws -> HlsPlaylist {
        try M3U8Reader.read(try Corpus.read("hls/playlists/\(name).m3u8"))
    }

    @Test func `the corpus is whole`() {
        #expect(Self.names.count == 60)
        #expect(Self.expected.count == 45)
    }

    @Test(arguments: expected) func `read as others read it`(name: String) throws {
        let bytes = try Corpus.read("hls/playlists/\(name).expected.json")
        let expected = try JSONSerialization.jsonObject(with: Data(bytes))
        if name == "empty" {
            // Other parsers read an empty file as a playlist without segments. RFC 8216 §4.1 requires #EXTM3U, so this
            // reader refuses it.
            #expect(throws: HlsPlaylistError.self) { try Self.read(name) }
            return
        }
        let found = PlaylistReading.of(try Self.read(name))
        #expect(PlaylistReading.differences(expected: expected, found: found) == [])
    }

    /// Damaged playlists. Each row has the number of segments, the duration in seconds, and the numbers of the lines
    /// with mistakes, according to RFC 8216.
    @Test(
        arguments: [
            ("emptyMediaSequence", 4, 24.32, [3]), ("emptyTargetDuration", 0, 0, [2, 2]),
            ("extinf", 17, 0, [9, 52, 56]), ("invalidMediaSequence", 4, 24.32, [3]),
            ("invalidTargetDuration", 17, 161.4167, [0, 2]), ("liveMissingSegmentDuration", 3, 22.64, [8, 9]),
            ("llhls-delta-byte-range", 4, 0, []), ("llhls", 7, 28.00056, []), ("llhlsDelta", 4, 16.00032, []),
            ("missingExtinf", 3, 30, [8]), ("missingSegmentDuration", 4, 30.64, [8, 9, 10]),
            ("multipleTargetDurations", 4, 37, [2, 4, 7, 8]), ("streamInfInvalid", 0, 0, [2, 3, 5]),
            ("versionInvalid", 1, 10, [3]), ("zeroDuration", 1, 0, [6]),
        ] as [(String, Int, Double, [Int])])
    func `judged by the specification`(name: String, segments: Int, seconds: Double, lines: [Int]) throws {
        switch try Self.read(name) {
        case .media(let playlist):
            #expect(playlist.segments.count == segments)
            if seconds > 0 { #expect(abs(playlist.duration.seconds - seconds) < 1e-6) }
            #expect(playlist.targetDuration > .zero)
            if !lines.isEmpty { #expect(playlist.warnings.map(\.line).sorted() == lines) }
        case .multivariant(let playlist):
            #expect(segments == 0)
            #expect(playlist.warnings.map(\.line).sorted() == lines)
            #expect(!playlist.variants.isEmpty)
        }
    }

    @Test func `the low-latency example and its delta update join`() throws {
        guard case .media(let whole) = try Self.read("llhls"), case .media(let delta) = try Self.read("llhlsDelta")
        else { return #expect(Bool(false)) }
        #expect(delta.isDelta)
        #expect(delta.removedDateRanges == ["foo", "bar"])
        let merged = try whole.merging(delta: delta)
        #expect(merged.segments.map(\.uri) == whole.segments.map(\.uri))
        #expect(merged.segments.map(\.map) == whole.segments.map(\.map))
        #expect(merged.segments.map(\.wallClock) == whole.segments.map(\.wallClock))
        #expect(whole.trailingParts.map(\.uri) == ["filePart273.0.mp4", "filePart273.1.mp4", "filePart273.2.mp4"])
        #expect(merged.trailingParts.count == whole.trailingParts.count + 1)
        #expect(merged.openSegment?.map?.uri == "init.mp4")
    }

    @Test(arguments: names) func `cut anywhere it reads the same`(name: String) throws {
        try ReadPlaylist.verify(try Corpus.read("hls/playlists/\(name).m3u8"), rounds: 3)
    }
}

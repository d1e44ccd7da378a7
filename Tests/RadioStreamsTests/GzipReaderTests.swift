import Glibc
import TestSupport
import Testing

@testable import RadioStreams

@Suite struct GzipReaderTests {
    /// Returns the text as the program gzip compresses it.
    private func packed(_ text: String) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/text"
        let plain = try #require(fopen(file, "w"))
        #expect(fputs(text, plain) >= 0)
        fclose(plain)
        _ = try ChildProcess.run("gzip", ["-n", file])
        let packed = try #require(fopen(file + ".gz", "r"))
        defer { fclose(packed) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, packed)
        return Array(bytes[..<count])
    }

    private func unpack(_ bytes: [UInt8], inPiecesOf size: Int) throws -> (plain: [UInt8], isComplete: Bool) {
        let reader = GzipReader()
        var plain: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { part in
                try reader.feed(part) {
                    plain.append(contentsOf: $0)
                    return true
                }
            }
        }
        return (plain, reader.isComplete)
    }

    @Test(arguments: [1, 7, 100_000]) func `what gzip packs, cut anywhere`(size: Int) throws {
        let text = (0..<20_000).map { "#EXTINF:6,\nsegment-\($0).aac\n" }.joined()
        let (plain, isComplete) = try unpack(packed(text), inPiecesOf: size)
        #expect(plain == Array(text.utf8) && isComplete)
    }

    @Test func `an end that is missing, and what is damaged`() throws {
        let bytes = try packed(String(repeating: "some text ", count: 1000))
        #expect(try !unpack(Array(bytes.dropLast(9)), inPiecesOf: 100).isComplete)
        let damaged: [UInt8] = [0x1F, 0x8B, 8, 0xFF, 1, 2, 3, 4, 5, 6, 7, 8]
        #expect(throws: GzipReader.Damaged.self) { try unpack(damaged, inPiecesOf: 3) }
        #expect(GzipReader.begin(of: Array("#EXTM3U".utf8), maximum: 100) == nil)
        #expect(GzipReader.begin(of: [0x1F, 7, 7, 7], maximum: 100) == nil)
    }

    /// 20 kB of compressed bytes would expand to 20 MB. The reader expands only what its caller takes.
    @Test func `a bomb`() throws {
        let bytes = try packed(String(repeating: "\n", count: 20_000_000))
        var taken = 0
        try bytes.withUnsafeBytes { bytes in
            try GzipReader().feed(bytes) { piece in
                #expect(piece.count <= 65_536)
                taken += piece.count
                return taken < 1_000_000
            }
        }
        #expect(taken < 1_100_000)
        #expect(GzipReader.begin(of: bytes, maximum: 4096)?.count == 4096)
    }
}

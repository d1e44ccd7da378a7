import Testing

@testable import RadioProbe

@Suite struct ChunkedBodyTests {
    @Test(
        arguments: [
            ("4\r\nabcd\r\n3\r\nefg\r\n0\r\n\r\n", "abcdefg"),
            ("4\nabcd\n0\n\n", "abcd"),
            ("a\r\n0123456789\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n", "01234567890123456789"),
            // The body ends within a chunk, or within the size of a chunk.
            ("8\r\nabcd", "abcd"), ("2\r\nab\r\n1", "ab"),
            // The response says that the body is chunked, but it is not.
            ("sound without chunks\r\n", "sound without chunks\r\n"),
            ("\u{1}\u{2}", "\u{1}\u{2}"), ("short", "short"), ("", ""),
            ("zz\r\nabc", "zz\r\nabc"), ("+4\r\nabcd\r\n", "+4\r\nabcd\r\n"),
            ("123456789\r\nabc", "123456789\r\nabc"),
            // A chunk's size is not a number. From there on, the body is kept unchanged.
            ("2\r\nab\r\nnext\r\n", "abnext\r\n"),
        ])
    func unpacks(_ packed: String, _ body: String) {
        for length in [1, 2, 3, 100] {
            var chunks = ChunkedBody(isChunked: true)
            var result: [UInt8] = []
            let bytes = Array(packed.utf8)
            for start in stride(from: 0, to: bytes.count, by: length) {
                Array(bytes[start..<min(start + length, bytes.count)]).withUnsafeBytes { piece in
                    chunks.feed(piece) { result += $0 }
                }
            }
            chunks.finish { result += $0 }
            #expect(String(decoding: result, as: UTF8.self) == body, "cut by \(length)")
        }
    }

    @Test func isLeftAloneWhereNothingSaysSo() {
        var chunks = ChunkedBody(isChunked: false)
        var result: [UInt8] = []
        Array("4\r\nabcd\r\n".utf8).withUnsafeBytes { piece in chunks.feed(piece) { result += $0 } }
        #expect(result == Array("4\r\nabcd\r\n".utf8))
    }
}

import RadioLoop
import Testing

@Suite struct LineBufferTests {
    /// Bytes arrive in chunks of any size. The resulting lines are always the same.
    @Test(arguments: 1...20) func piecesOfEverySize(_ size: Int) {
        let text = "one\n\ntwo three\n{\"a\":1}\nrest"
        var buffer = LineBuffer()
        var lines: [String] = []
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            buffer.append(bytes.prefix(size))
            bytes = bytes.dropFirst(size)
            while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        #expect(lines == ["one", "", "two three", "{\"a\":1}"])
        #expect(buffer.count == 4)
        buffer.append(Array("\n".utf8))
        #expect(buffer.next() == Array("rest".utf8) && buffer.next() == nil && buffer.count == 0)
    }
}

import RadioJSON
import Testing

@Suite struct Base64Tests {
    /// The examples of RFC 4648 §10.
    static let rows: [(String, String)] = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test(arguments: rows) func text(_ text: String, _ encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(Array(encoded.utf8)[...]) == Array(text.utf8))
        #expect(Base64.decode(Array(encoded.utf8.filter { $0 != UInt8(ascii: "=") })[...]) == Array(text.utf8))
    }

    @Test func highBytes() {
        #expect(Base64.encode([0xFF, 0xFE, 0xFB]) == "//77")
        #expect(Base64.decode(Array("//77".utf8)[...]) == [0xFF, 0xFE, 0xFB])
    }

    @Test func lineEndsAreSkippedAndOthersRefused() {
        #expect(Base64.decode(Array(" Zm9v\r\nYmFy\n".utf8)[...]) == Array("foobar".utf8))
        #expect(Base64.decode(Array("Zm-v".utf8)[...]) == nil)
    }
}

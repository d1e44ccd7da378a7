import RadioJSON
import Testing

@Suite struct JSONWriterTests {
    static let rows: [(JSONValue, String)] = [
        (.null, "null"), (.bool(true), "true"), (.number(1), "1"), (.number(-0.25), "-0.25"),
        (.number(1e300), "null"),
        (.number(.nan), "null"), (.number(.infinity), "null"),
        (.string("a\"\\\n\u{1}\u{9B}é/"), #""a\"\\\n\u0001\u009bé/""#),
        (.array([.null, .array([])]), "[null,[]]"),
        (.object(["b": .number(2), "a": .object([:])]), #"{"a":{},"b":2}"#),
    ]

    @Test(arguments: rows) func writes(_ value: JSONValue, _ text: String) throws {
        #expect(value.text == text)
    }

    @Test func isReadAsWritten() throws {
        let all = String(String.UnicodeScalarView((0...0x3000).compactMap { Unicode.Scalar($0 as UInt32) }))
        let value = JSONValue.object(["a\u{0}": .string(all), "b": .array([.number(0.1), .bool(false), .null])])
        #expect(try JSONReader.read(Array(value.text.utf8)) == value)
    }
}

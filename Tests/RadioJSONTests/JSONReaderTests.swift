import RadioJSON
import Testing

@Suite struct JSONReaderTests {
    static let good: [(String, JSONValue)] = [
        ("null", .null), (" true ", .bool(true)), ("false", .bool(false)), ("\u{FEFF}0", .number(0)),
        ("-12.5e+2", .number(-1250)), ("1E400", .number(.greatestFiniteMagnitude)), ("\"\"", .string("")),
        (#""a\"\\\/\b\f\n\r\té""#, .string("a\"\\/\u{8}\u{C}\n\r\té")),
        (#""\u00e9\uD83D\uDE00""#, .string("é😀")),
        // These texts contain only one half of a surrogate pair, which becomes U+FFFD.
        (#""\ud83dx\ude00""#, .string("\u{FFFD}x\u{FFFD}")), (#""\ud83d\u0041""#, .string("\u{FFFD}A")),
        ("[]", .array([])), ("[1, [2] ,\n3]", .array([.number(1), .array([.number(2)]), .number(3)])),
        ("{}", .object([:])), ("{\"a\" : 1,\"a\":2}", .object(["a": .number(2)])),
    ]

    @Test(arguments: good) func reads(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONReader.read(Array(text.utf8)) == value)
    }

    // Texts that are not JSON, and where the error must be reported: byte, line and column.
    static let bad: [(String, Int, Int, Int)] = [
        ("", 0, 1, 1), ("  ", 2, 1, 3), ("{\"a\":1,\n \"b\": tru}", 14, 2, 7), ("{\"a\":1} x", 8, 1, 9),
        ("{\"a\":1,}", 7, 1, 8), ("[1,]", 3, 1, 4), ("[1 2]", 3, 1, 4), ("{\"a\" 1}", 5, 1, 6), ("{a:1}", 1, 1, 2),
        ("\"a\nb\"", 2, 1, 3), ("\"a", 2, 1, 3), ("\"\\x\"", 2, 1, 3), ("\"\\u12G4\"", 5, 1, 6), ("01", 1, 1, 2),
        ("1.", 2, 1, 3), ("-", 1, 1, 2), ("+1", 0, 1, 1), (".5", 0, 1, 1), ("1e", 2, 1, 3), ("nul", 0, 1, 1),
        ("[\n\n", 3, 3, 1), ("NaN", 0, 1, 1), ("'a'", 0, 1, 1), ("<html>", 0, 1, 1),
    ]

    @Test(arguments: bad) func saysWhereItBreaks(_ text: String, _ offset: Int, _ line: Int, _ column: Int) {
        let error = #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }
        #expect(error?.offset == offset && error?.line == line && error?.column == column, "\(error!)")
    }

    @Test func bytesThatAreNotUTF8AreReadAsWindows1252() throws {
        #expect(try JSONReader.read([0x22, 0xE9, 0x92, 0x22]) == .string("é’"))
    }

    @Test func depthIsBounded() throws {
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        }
        _ = try JSONReader.read(nested(JSONReader.maximumDepth))
        #expect(throws: JSONError.self) { try JSONReader.read(nested(JSONReader.maximumDepth + 1)) }
        #expect(throws: JSONError.self) { try JSONReader.read([UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)) }
    }

    @Test func theNumberOfValuesIsBounded() {
        let many = "[" + String(repeating: "0,", count: JSONReader.maximumValues) + "0]"
        #expect(throws: JSONError.self) { try JSONReader.read(Array(many.utf8)) }
    }

    /// In tolerant mode, a backslash may precede any character, and a text may contain line ends. The automation
    /// programs of stations write both.
    @Test func aTolerantCursorTakesAnyEscape() throws {
        let text = Array("\"Don\\'t\n\\go \\é\\n\"".utf8)
        try text.withUnsafeBufferPointer { bytes in
            #expect(throws: JSONError.self) {
                var strict = JSONCursor(bytes)
                _ = try strict.string()
            }
            var cursor = JSONCursor(bytes)
            cursor.isTolerant = true
            let string = try cursor.string()
            #expect(string == "Don't\ngo é\n")
        }
    }
}

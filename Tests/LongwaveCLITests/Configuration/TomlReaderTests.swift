import Testing

@testable import LongwaveCLI

@Suite struct TomlReaderTests {
    private static func read(_ text: String) throws(TomlReader.Failure) -> [TomlNode] {
        try TomlReader.read(Array(text.utf8))
    }

    private static func failure(_ bytes: [UInt8]) -> TomlReader.Failure? {
        do throws(TomlReader.Failure) {
            _ = try TomlReader.read(bytes)
            return nil
        } catch { return error }
    }

    @Test func valuesAndTheirPlaces() throws {
        let text = """
            # A comment.
            z = "a\\n\\u00e9\\u0000b"
            [table]
            a = 0x10
            B = -1.5e3
            flag = true
              day = 1979-05-27
            list = [1, "x", [], {y = 1}]
            [table.inner]
            'quoted key' = '''
            \\n'''
            [[many]]
            [[many]]
            c = inf
            """
        let entries = try Self.read(text)
        #expect(entries.map(\.key) == ["z", "table", "many"])
        #expect(entries.map(\.line) == [2, 3, 12])
        #expect(entries[0].value == .text("a\né\0b"))
        let table = try #require(entries[1].table)
        #expect(table.map(\.key) == ["a", "B", "flag", "day", "list", "inner"])
        #expect(table.map(\.line) == [4, 5, 6, 7, 8, 9])
        #expect(table[0].value == .integer(16) && table[1].value == .number(-1500) && table[2].value == .flag(true))
        #expect(table[3].value == .date && table[3].column == 3)
        let list = try #require(table[4].list)
        #expect(list.map(\.words) == ["1", "\"x\"", "a list", "a table"])
        #expect(table[5].table?.first?.value == .text("\\n") && table[5].table?.first?.line == 10)
        let many = try #require(entries[2].list)
        #expect(many.count == 2 && many[1].line == 13 && many[1].table?.first?.value == .number(.infinity))
    }

    @Test func nothing() throws {
        #expect(try Self.read("").isEmpty)
        #expect(try Self.read("\u{FEFF}\r\n# x").isEmpty)
    }

    static let broken: [([UInt8], Int)] = [
        ("a = 1\nb = \n".utf8.map(\.self), 2), ("a = 1\nb = 2\na = 3".utf8.map(\.self), 3),
        ("[a]\n[b]\n[a]".utf8.map(\.self), 3), ("x = \"open\ny = 1".utf8.map(\.self), 1),
        ("\n\nx = 08".utf8.map(\.self), 3), ("x = 99999999999999999999".utf8.map(\.self), 1),
        // Bytes that are not UTF-8, and a control character.
        (Array("a = 1\nb = \"".utf8) + [0xFF, 0x22], 2), ([0x00], 1), (Array("a = \"\u{1}\"".utf8), 1),
        (Array("a = 'x".utf8) + [0xC3], 1),
        // Texts with which the library toml++ would fail one of its assertions or reach code that it declares
        // unreachable.
        (Array("\n[ = 1".utf8), 2), (Array("[\u{12}log]".utf8), 1), (Array("x = ư".utf8), 1),
        (Array("x = [1, а]".utf8), 1),
    ]

    @Test(arguments: broken) func whatIsNoTOML(_ bytes: [UInt8], _ line: Int) {
        let failure = Self.failure(bytes)
        #expect(failure?.line == line, "\(String(describing: failure))")
        #expect(failure?.reason.hasPrefix("it is not valid TOML: ") == true)
    }

    @Test func bounds() throws {
        let comment = [UInt8](repeating: UInt8(ascii: "#"), count: TomlReader.maximumSize)
        #expect(Self.failure(comment) == nil)
        #expect(Self.failure(comment + [UInt8(ascii: "#")])?.reason == "it has more than 256 KiB")
        #expect(try !Self.read("x = " + String(repeating: "[", count: 10) + String(repeating: "]", count: 10)).isEmpty)
        for (open, close) in [("[", "]"), ("{a=", "1}")] {
            let deep = "x = " + String(repeating: open, count: 20_000) + String(repeating: close, count: 20_000)
            #expect(Self.failure(Array(deep.utf8))?.line == 1)
        }
        // toml++ itself has no limit for the number of parts in a key.
        let dots = String(repeating: "a.", count: 100_000)
        for text in ["\n\(dots)a = 1", "\n[\(dots)a]", "\nx = {\(dots)a = 1}", "\n\"q\".'r'.\(dots)a = 1"] {
            #expect(Self.failure(Array(text.utf8)) == .init(line: 2, reason: "a key has too many parts"))
        }
    }

    /// Dots in texts, numbers and comments do not count as parts of a key.
    @Test(arguments: [
        "x = \"\(String(repeating: ".", count: 99))\"", "x = '\(String(repeating: ".", count: 99))'",
        "# \(String(repeating: ".", count: 99))", "x = \"\\\"\(String(repeating: ".", count: 99))\"",
        "x = \"\"\"\n\"\" \\\"\"\" \(String(repeating: ".", count: 99))\"\"\"\"\"",
        "x = '''\n'' \(String(repeating: ".", count: 99))'''''", "x = [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5]",
        "a.b.c.d.e.f.g.h = 1", "x = \"\\\\\"\ny = \"\(String(repeating: ".", count: 99))\"",
    ])
    func dotsThatAreWell(_ text: String) { #expect(Self.failure(Array(text.utf8)) == nil) }
}

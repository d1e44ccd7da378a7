import Testing

@testable import RadioTape

@Suite struct FileNamePatternTests {
    private static let values: [FileNamePattern.Field: String] = [
        .station: "Radio One", .artist: "Yazoo", .title: "Don't Go", .date: "2026-11-23", .time: "140500",
        .number: "01",
    ]

    private static func name(_ pattern: String, _ change: [FileNamePattern.Field: String] = [:]) throws -> String {
        try #require(FileNamePattern(pattern)).name(values.merging(change) { $1 }, suffix: "mp3")
    }

    @Test(
        arguments: [
            ("{artist} - {title}", [:], "Yazoo - Don't Go.mp3"),
            ("{number} {title} ({station})", [:], "01 Don't Go (Radio One).mp3"),
            // The artist is empty, so the text after its field is left out. At the end of the pattern, it would be the
            // text before the field.
            ("{artist} - {title}", [.artist: ""], "Don't Go.mp3"),
            ("{artist} - {title}", [.title: " "], "Yazoo.mp3"),
            ("{station} {artist} - {title}", [.artist: ""], "Radio One Don't Go.mp3"),
            ("{artist} - {title}", [.artist: "", .title: ""], "Radio One 2026-11-23 140500.mp3"),
            ("{artist}", [.artist: "", .station: "", .date: "", .time: ""], "recording.mp3"),
            // A file's name cannot lead out of the folder.
            ("../{title}", [:], "_Don't Go.mp3"), ("{title}", [.title: "../../etc/passwd"], "_.._etc_passwd.mp3"),
            ("{title}", [.title: ".."], "Radio One 2026-11-23 140500.mp3"), ("/{title}", [:], "_Don't Go.mp3"),
            // Characters that mean something to a file system or a terminal are replaced.
            ("{title}", [.title: "AC/DC: \"Who?\" <*>|\\"], "AC_DC_ _Who__ _____.mp3"),
            ("{title}", [.title: "a\u{0}b\nc\u{1B}[2J\u{9B}\u{202E}d"], "a_b_c_[2J__d.mp3"),
            ("{title}", [.title: ".hidden. . "], "hidden.mp3"),
            // Programs read a name that begins with a dash as an option.
            ("{artist} - {title}", [.artist: "-M-", .title: "Mojo"], "_-M- - Mojo.mp3"),
            ("{title}", [.title: "--help"], "_--help.mp3"), ("{title}", [.title: ".-rf"], "_-rf.mp3"),
            ("-{title}", [:], "_-Don't Go.mp3"), ("{title}", [.title: "-"], "_-.mp3"),
            ("{title}", [.title: "con"], "_con.mp3"), ("{title}", [.title: "LPT1.x"], "_LPT1.x.mp3"),
            ("{title}", [.title: "Nul .y"], "_Nul .y.mp3"), ("{title}", [.title: "Concert"], "Concert.mp3"),
        ] as [(String, [FileNamePattern.Field: String], String)])
    func names(_ pattern: String, _ change: [FileNamePattern.Field: String], _ expected: String) throws {
        #expect(try Self.name(pattern, change) == expected)
    }

    @Test(arguments: ["ä", "👩‍👩‍👧‍👦", "e\u{301}", "x"]) func aLongNameIsCutBetweenCharacters(_ character: String) throws {
        let title = String(repeating: character, count: 300)
        let pattern = try #require(FileNamePattern("{title}"))
        for copy in [1, 2, 999] {
            let name = pattern.name([.title: title], copy: copy, suffix: "flac")
            #expect(name.utf8.count <= 200)
            #expect(name.utf8.count > 200 - character.utf8.count)
            #expect(name.hasSuffix(copy > 1 ? " (\(copy)).flac" : ".flac"))
            #expect(title.hasPrefix(name.prefix { $0 != "." && $0 != " " }))
        }
    }

    @Test(arguments: ["", "name", "{artist", "{song}", "artist}", "{{artist}}"]) func noPatterns(_ pattern: String) {
        #expect(FileNamePattern(pattern) == nil)
    }
}

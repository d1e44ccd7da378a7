import RadioFormats
import Testing

@testable import RadioText

@Suite struct TitleRuleSetTests {
    static func read(_ line: String) -> TrackInfo {
        var evidence = CharsetEvidence()
        return TitleReader.read(line: Array(line.utf8), evidence: &evidence)
    }

    static func apply(
        _ action: TitleRule.Action, _ pattern: String, to line: String, in field: TitleRule.Field = .text
    ) throws -> TitleRuleSet.Result {
        TitleRuleSet([TitleRule(name: "x", field: field, pattern: try TitlePattern(pattern), action: action)])
            .apply(to: read(line))
    }

    /// A rule's pattern and template, a line, and the artist and title that the line must mean with this rule.
    static let rows: [(String, String, String, String?, String?)] = [
        // A rule that removes a slogan after each title.
        (#" \| example fm$"#, "", "Yazoo - Don't Go | Example FM", "Yazoo", "Don't Go"),
        // A rule that exchanges title and artist.
        ("^(.+?) - (.+)$", "$2 - $1", "Don't Go - Yazoo", "Yazoo", "Don't Go"),
        ("^(?<t>.+?) by (?<a>.+)$", "${a} - ${t}", "Don't Go by Yazoo", "Yazoo", "Don't Go"),
        ("^now playing: ", "", "NOW PLAYING: Yazoo - Don't Go", "Yazoo", "Don't Go"),
        ("_", " ", "Yazoo_-_Don't_Go", "Yazoo", "Don't Go"),
        ("ё", "е", "Ёлка - Всё", "елка", "Все"), ("x", "$$1 $9${none}$", "A - x", "A", "$1 $"),
        ("$", "!", "A - B", "A", "B!"), ("(?=.)", "", "A - é", "A", "é"),
        (".*", "", "A - B", nil, nil),
    ]

    @Test(arguments: rows) func rewrites(
        _ pattern: String, _ template: String, _ line: String, _ artist: String?, _ title: String?
    ) throws {
        let result = try Self.apply(.rewrite(template), pattern, to: line)
        #expect(result.applied == [0] && result.givenUp.isEmpty)
        #expect(result.track.artist == artist && result.track.title == title)
        #expect(result.track.raw == Array(line.utf8), "the bytes stay")
    }

    @Test func `splits by named groups`() throws {
        let result = try Self.apply(
            .split, "^(?<title>[^~]+)~(?<artist>[^~]+)~(?<album>.+)$", to: "Don't Go~Yazoo~Upstairs at Eric's")
        #expect(result.track.kind == .song && result.track.artist == "Yazoo" && result.track.title == "Don't Go")
        #expect(result.track.album == "Upstairs at Eric's")
    }

    @Test func `drops and sets kinds`() throws {
        let dropped = try Self.apply(.drop, "^example fm", to: "Example FM - the best")
        #expect(
            dropped.track.kind == .none && dropped.track.text.isEmpty && dropped.track.artist == nil
                && !dropped.track.raw.isEmpty)
        #expect(try Self.apply(.kind(.jingle), "^bumper", to: "Bumper - 3").track.kind == .jingle)
        #expect(try Self.apply(.kind(.advertisement), "sale", to: "The Sale", in: .title).track.kind == .advertisement)
        let other = try Self.apply(.kind(.jingle), "^bumper", to: "A - Bumper")
        #expect(other.applied.isEmpty && other.track == Self.read("A - Bumper"))
    }

    @Test func `rules follow one another, for the stations they name`() throws {
        let rules = TitleRuleSet([
            TitleRule(
                name: "a", stations: ["One"], pattern: try TitlePattern("A"), action: .rewrite("B"), isLast: true),
            TitleRule(name: "b", pattern: try TitlePattern("B"), action: .rewrite("C")),
            TitleRule(name: "c", pattern: try TitlePattern("C"), action: .kind(.speech)),
        ])
        let one = rules.apply(to: Self.read("A"), station: ["id-1", "ONE"])
        #expect(one.applied == [0] && one.track.text == "B")
        let two = rules.apply(to: Self.read("AB"), station: ["two"])
        #expect(two.applied == [1, 2] && two.track.text == "AC" && two.track.kind == .speech)
    }

    /// With these patterns, a simple search takes exponential time.
    @Test(arguments: ["^(a+)+$", "^(a|aa)+$", "^(.*a){20}$", "(?R)?a(?R)?!"]) func `a match cannot take long`(
        _ pattern: String
    ) throws {
        let result = try Self.apply(.drop, pattern, to: String(repeating: "a", count: 4000) + "!b")
        #expect(result.applied.isEmpty)
        #expect(result.track.kind == .unknown)
    }

    @Test func `limits are told`() throws {
        #expect(try Self.apply(.drop, "^(a+)+$", to: String(repeating: "a", count: 4000) + "!b").givenUp == [0])
    }

    @Test(arguments: ["(", "[", "a{2,1}", "\\C", "(?<n>x)(?<n>y)", String(repeating: "a", count: 1025)])
    func `what is no expression`(_ text: String) {
        #expect(throws: TitlePattern.Failure.self) { try TitlePattern(text) }
    }
}

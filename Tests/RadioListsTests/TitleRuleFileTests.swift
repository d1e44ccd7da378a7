import RadioFormats
import RadioLists
import RadioText
import Testing

@Suite struct TitleRuleFileTests {
    @Test func isRead() throws {
        let file = #"""
            {"version": 1, "rules": [
              {"name": "slogan", "stations": ["Example FM"], "match": " \\| example fm$", "rewrite": ""},
              {"match": "^(?<title>.+?) by (?<artist>.+)$", "split": true, "last": true},
              {"match": "^example", "in": "artist", "drop": true},
              {"match": "Bumper", "case": true, "kind": "jingle"}
            ]}
            """#
        let rules = try TitleRuleFile.read(Array(file.utf8))
        #expect(rules.rules.map(\.name) == ["slogan", "rule 2", "rule 3", "rule 4"])
        #expect(rules.rules.map(\.action) == [.rewrite(""), .split, .drop, .kind(.jingle)])
        #expect(
            rules.rules.map(\.field) == [.text, .text, .artist, .text]
                && rules.rules.map(\.isLast) == [false, true, false, false])
        #expect(rules.rules[0].stations == ["example fm"] && rules.rules[1].stations == nil)
        #expect(try TitleRuleFile.read(Array(#"{"rules":[]}"#.utf8)).rules.isEmpty)
    }

    static let wrong: [(String, String)] = [
        ("", "valid JSON"), ("[]", "no list named"), (#"{"rules":{}}"#, "no list named"),
        (#"{"rules":[1]}"#, "rule 1: it is a number"),
        (#"{"rules":[{"match":"a","drop":true},{"drop":true}]}"#, "rule 2: it has no string named \"match\""),
        (#"{"rules":[{"match":"(","drop":true}]}"#, "not a regular expression"),
        (#"{"rules":[{"match":"a"}]}"#, "needs one of"),
        (#"{"rules":[{"match":"a","drop":true,"split":true}]}"#, "needs one of"),
        (#"{"rules":[{"match":"a","kind":"songs"}]}"#, "\"kind\" must be one of"),
        (#"{"rules":[{"match":"a","in":"raw","drop":true}]}"#, "\"in\" must be one of"),
        (#"{"rules":[{"match":"a","stations":"x","drop":true}]}"#, "list of names"),
        (#"{"rules":[{"match":"a","dropp":true}]}"#, "\"dropp\" is not a member"),
        (#"{"rules":[{"match":"a","rewrite":1}]}"#, "\"rewrite\" must be a string"),
    ]

    @Test(arguments: wrong) func tellsWhatIsWrong(_ file: String, _ words: String) {
        let error = #expect(throws: TitleRuleFile.Problem.self) { try TitleRuleFile.read(Array(file.utf8)) }
        #expect(error.map { "\($0)".contains(words) } == true, "\(error.map { "\($0)" } ?? "")")
    }
}

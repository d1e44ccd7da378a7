import RadioFormats
import RadioJSON
import RadioText

/// A file of rules for titles: `{"rules": [{"match": …, "rewrite": …}, …]}`.
package enum TitleRuleFile {
    package static let maximumBytes = 1 << 20

    /// A problem of the file, for the person who edits it.
    package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The rule's number, from 1; nil if the file as a whole cannot be used.
        package var rule: Int?
        package var text: String

        package var description: String { rule.map { "rule \($0): \(text)" } ?? text }
    }

    /// Reads all rules. Throws an error if any rule is wrong: the other rules alone could have effects that their
    /// author does not intend.
    package static func read(_ bytes: [UInt8]) throws(Problem) -> TitleRuleSet {
        guard bytes.count <= maximumBytes else { throw Problem(rule: nil, text: "the file is larger than 1 MiB") }
        let value: JSONValue
        do { value = try JSONReader.read(bytes) } catch {
            throw Problem(rule: nil, text: "it is not valid JSON: \(error)")
        }
        guard case .array(let entries)? = value["rules"] else {
            throw Problem(rule: nil, text: "it has no list named \"rules\"")
        }
        guard entries.count <= TitleRuleSet.maximumRules else {
            throw Problem(rule: nil, text: "it has more than \(TitleRuleSet.maximumRules) rules")
        }
        var rules: [TitleRule] = []
        for (index, entry) in entries.enumerated() {
            do { rules.append(try rule(entry, number: index + 1)) } catch {
                throw Problem(rule: index + 1, text: error.text)
            }
        }
        return TitleRuleSet(rules)
    }

    private static let known: Set = [
        "name", "stations", "in", "match", "case", "rewrite", "split", "drop", "kind", "last",
    ]

    /// Reads one rule.
    private static func rule(_ entry: JSONValue, number: Int) throws(Problem) -> TitleRule {
        func wrong(_ text: String) -> Problem { Problem(rule: number, text: text) }
        guard case .object(let members) = entry else { throw wrong("it is \(entry.kindName), not an object") }
        if let name = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw wrong("\"\(PlainText.clean(name))\" is not a member of a rule")
        }
        guard let text = members["match"]?.string else { throw wrong("it has no string named \"match\"") }
        let pattern: TitlePattern
        do { pattern = try TitlePattern(text, isCaseSensitive: members["case"] == .bool(true)) } catch {
            throw wrong("\"match\" is not a regular expression: \(error)")
        }
        var field = TitleRule.Field.text
        if let value = members["in"] {
            guard let known = value.string.flatMap({ TitleRule.Field(rawValue: $0) }) else {
                throw wrong("\"in\" must be one of \(TitleRule.Field.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            field = known
        }
        var stations: Set<String>?
        if let value = members["stations"] {
            guard case .array(let names) = value, names.allSatisfy({ $0.string != nil }) else {
                throw wrong("\"stations\" must be a list of names or ids")
            }
            stations = Set(names.compactMap(\.string))
        }
        return TitleRule(
            name: members["name"]?.string ?? "rule \(number)", stations: stations, field: field, pattern: pattern,
            action: try action(members, number), isLast: members["last"] == .bool(true))
    }

    /// Reads the action of a rule. A rule must have exactly one action.
    private static func action(_ members: [String: JSONValue], _ number: Int) throws(Problem) -> TitleRule.Action {
        func wrong(_ text: String) -> Problem { Problem(rule: number, text: text) }
        var actions: [TitleRule.Action] = []
        if let value = members["rewrite"] {
            guard let template = value.string, template.utf8.count <= TitleRule.maximumTemplate else {
                throw wrong("\"rewrite\" must be a string of at most \(TitleRule.maximumTemplate) bytes")
            }
            actions.append(.rewrite(template))
        }
        if members["split"] == .bool(true) { actions.append(.split) }
        if members["drop"] == .bool(true) { actions.append(.drop) }
        if let value = members["kind"] {
            guard let kind = value.string.flatMap({ TrackInfo.Kind(rawValue: $0) }) else {
                throw wrong("\"kind\" must be one of song, advertisement, jingle, speech, none, unknown")
            }
            actions.append(.kind(kind))
        }
        guard let action = actions.first, actions.count == 1 else {
            throw wrong("it needs one of \"rewrite\", \"split\": true, \"drop\": true or \"kind\"")
        }
        return action
    }
}

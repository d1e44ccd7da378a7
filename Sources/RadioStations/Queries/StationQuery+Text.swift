/// A query as one line: `jazz country=fr,ch bitrate>127 sort=-rating limit=20`.
///
/// | Token | Meaning |
/// |---|---|
/// | `jazz` | a word |
/// | `country=fr,ch` | equals one of the values; `country=`: the country is unknown |
/// | `name~radio` | contains |
/// | `name^radio` | begins with |
/// | `bitrate>127`, `played<7` | greater than, less than |
/// | `favourite=yes` | is a favourite |
/// | `sort=name,-rating` | order: `-` from the greatest or Z, `+` from the least or A; without sign, the usual order |
/// | `group=country` | grouping |
/// | `limit=20` | maximum number of stations |
///
/// Double quotes enclose text with spaces or commas: `tag="smooth jazz"`. ``StationSort/init(_:isDescending:)`` says
/// which order is usual.
extension StationQuery {
    /// Maximum number of tokens of one line; more are ignored.
    static let maximumTokens = 256

    /// Parses a query.
    /// - Throws: ``StationQueryError`` with the first wrong token.
    public init(text: String) throws(StationQueryError) {
        self.init()
        var words: [String] = []
        for token in try Self.tokens(text).prefix(Self.maximumTokens) {
            guard let place = token.firstIndex(where: { Self.signs.contains($0.character) && !$0.isQuoted }) else {
                words.append(token.text)
                continue
            }
            let value = Array(token[(place + 1)...])
            switch Array(token[..<place]).text {
            case "sort": try readSort(value)
            case "group":
                guard let grouping = StationGrouping(rawValue: value.text) else { throw .unknownGrouping(value.text) }
                self.grouping = grouping
            case "limit":
                guard let limit = Int(value.text), limit > 0 else { throw .notANumber(token.text) }
                self.limit = limit
            case let name:
                guard let property = StationProperty(rawValue: name) else { throw .unknownProperty(name) }
                predicates.append(
                    try Self.predicate(property, token[place].character, value.split(on: ","), token.text))
            }
        }
        self.words = words.joined(separator: " ")
    }

    private static let signs: Set<Character> = ["=", "~", "^", "<", ">"]

    private mutating func readSort(_ value: [QuotedCharacter]) throws(StationQueryError) {
        for part in value.split(on: ",") where !part.isEmpty {
            let (name, isDescending) = SortSign.read(part)
            guard let property = StationProperty(rawValue: name) else { throw .unknownProperty(name) }
            sort.append(StationSort(property, isDescending: isDescending))
        }
    }

    /// Parses the values of a condition.
    private static func predicate(
        _ property: StationProperty, _ sign: Character, _ texts: [String], _ token: String
    ) throws(StationQueryError) -> StationPredicate {
        let text = texts.joined(separator: ",")
        let comparison: StationPredicate.Comparison
        switch sign {
        case "~": comparison = .contains(text)
        case "^": comparison = .beginsWith(text)
        case "<", ">":
            guard let number = Double(text), number.isFinite else { throw .notANumber(token) }
            comparison = sign == "<" ? .lessThan(number) : .greaterThan(number)
        case _:
            var values: [StationPredicate.Value] = []
            for text in texts where !text.isEmpty { values.append(try value(text, of: property, token)) }
            comparison =
                switch values.count {
                case 0: .isMissing
                case 1: .equals(values[0])
                case _: .isOneOf(values)
                }
        }
        guard let predicate = StationPredicate(property, comparison) else { throw .cannotCompare(property, token) }
        return predicate
    }

    /// Converts text to a value of the property's kind: a text, a number, or a flag (`yes` or `no`).
    private static func value(
        _ text: String, of property: StationProperty, _ token: String
    ) throws(StationQueryError) -> StationPredicate.Value {
        switch property.kind {
        case .text: return .text(text)
        case .number:
            guard let number = Double(text), number.isFinite else { throw .notANumber(token) }
            return .number(number)
        case .flag:
            guard text == "yes" || text == "no" else { throw .notAFlag(token) }
            return .flag(text == "yes")
        }
    }

    // MARK: Tokens

    /// Splits a text at white space outside double quotes.
    private static func tokens(_ text: String) throws(StationQueryError) -> [[QuotedCharacter]] {
        var tokens: [[QuotedCharacter]] = []
        var token: [QuotedCharacter]?
        var isQuoted = false
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
                token = token ?? []
            } else if character.isWhitespace, !isQuoted {
                if let done = token { tokens.append(done) }
                token = nil
            } else {
                token = (token ?? []) + [QuotedCharacter(character: character, isQuoted: isQuoted)]
            }
        }
        guard !isQuoted else { throw .openQuote }
        if let token { tokens.append(token) }
        return tokens
    }

    // MARK: Writing

    /// The query as one line, from which ``init(text:)`` creates the same query.
    public var text: String {
        var tokens = words.split(whereSeparator: \.isWhitespace).map { Self.quoted(String($0)) }
        tokens += predicates.map(Self.text)
        if !sort.isEmpty {
            let keys = sort.map { key in
                let isUsual = key.isDescending == StationSort(key.property).isDescending
                return (isUsual ? "" : key.isDescending ? "-" : "+") + key.property.rawValue
            }
            tokens.append("sort=" + keys.joined(separator: ","))
        }
        if let grouping { tokens.append("group=" + grouping.rawValue) }
        if let limit { tokens.append("limit=\(limit)") }
        return tokens.joined(separator: " ")
    }

    private static func text(_ predicate: StationPredicate) -> String {
        let name = predicate.property.rawValue
        switch predicate.comparison {
        case .equals(let value): return "\(name)=\(text(value))"
        case .isOneOf(let values): return "\(name)=\(values.map(text).joined(separator: ","))"
        case .contains(let text): return "\(name)~\(quoted(text))"
        case .beginsWith(let text): return "\(name)^\(quoted(text))"
        case .greaterThan(let number): return "\(name)>\(text(number))"
        case .lessThan(let number): return "\(name)<\(text(number))"
        case .isMissing: return "\(name)="
        }
    }

    private static func text(_ value: StationPredicate.Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .number(let number): text(number)
        case .flag(let flag): flag ? "yes" : "no"
        }
    }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }

    /// Returns a text in double quotes if needed. Quotation marks within are dropped, as comparisons ignore them.
    private static func quoted(_ text: String) -> String {
        let text = text.filter { $0 != "\"" }
        let isPlain = text.allSatisfy { !$0.isWhitespace && $0 != "," && !signs.contains($0) }
        return isPlain && !text.isEmpty ? text : "\"\(text)\""
    }
}

/// A character of a query's text. A quoted character has no special meaning.
struct QuotedCharacter: Hashable {
    var character: Character
    var isQuoted: Bool
}

extension [QuotedCharacter] {
    fileprivate var text: String { String(map(\.character)) }

    fileprivate func split(on separator: Character) -> [String] {
        split(omittingEmptySubsequences: false) { $0.character == separator && !$0.isQuoted }.map { Array($0).text }
    }
}

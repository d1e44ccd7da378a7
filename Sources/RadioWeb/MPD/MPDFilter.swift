/// Which stations a client looks for: pairs such as `genre jazz`, or an expression such as
/// `((Genre == 'jazz') AND (Name contains "radio"))`. Pure.
package struct MPDFilter: Sendable {
    private indirect enum Node: Hashable, Sendable {
        case test(Field, Operator, String)
        case not(Node)
        case all([Node])
        /// A condition that holds for all stations, such as a date.
        case always
    }

    private enum Field: Hashable, Sendable {
        case tag(MPDTag)
        case any, file, base
        /// A tag that no station has.
        case other
    }

    private enum Operator: String, Hashable, Sendable, CaseIterable {
        case equal = "=="
        case unequal = "!="
        case contains
        case notContains = "!contains"
        case startsWith = "starts_with"
        case notStartsWith = "!starts_with"
    }

    private var root: Node
    /// Whether letters match capitals, and a pair matches a part of a text (`search`, in place of `find`).
    private let isLoose: Bool
    /// The order of the result, and the part of it that is wanted.
    private(set) var sort: (tag: MPDTag, isDescending: Bool)?
    private(set) var window: Range<Int>?

    private static let maximumDepth = 16

    /// - Parameter arguments: the arguments of the command, from the first that belongs to the filter.
    package init(_ arguments: ArraySlice<String>, isLoose: Bool) throws(MPDError) {
        self.isLoose = isLoose
        var rest = arguments
        var nodes: [Node] = []
        while let first = rest.popFirst() {
            if first.hasPrefix("(") {
                var parser = Parser(first)
                nodes.append(try parser.expression(depth: 0))
                try parser.finish()
                continue
            }
            guard let value = rest.popFirst() else {
                throw MPDError(.argument, "Incorrect number of filter arguments")
            }
            switch first.lowercased() {
            case "sort": sort = try Self.order(value)
            case "window": window = try MPDArguments([value]).range(0, of: Int(Int32.max))
            case "group", "position": break
            case "modified-since", "added-since": nodes.append(.always)
            default:
                guard let field = Self.field(first) else { throw MPDError(.argument, "Unknown filter type") }
                nodes.append(.test(field, isLoose ? .contains : .equal, value))
            }
        }
        root = .all(nodes)
    }

    private static func order(_ value: String) throws(MPDError) -> (tag: MPDTag, isDescending: Bool)? {
        let name = value.hasPrefix("-") ? String(value.dropFirst()) : value
        guard let tag = MPDTag(name: name) else {
            guard MPDTag.isKnown(name) || name == "Last-Modified" else { throw MPDError(.argument, "Unknown sort tag") }
            return nil
        }
        return (tag, value.hasPrefix("-"))
    }

    private static func field(_ name: String) -> Field? {
        switch name.lowercased() {
        case "any": .any
        case "file", "filename": .file
        case "base": .base
        default: MPDTag(name: name).map { .tag($0) } ?? (MPDTag.isKnown(name) ? .other : nil)
        }
    }

    // MARK: Matching

    /// Returns whether a station or a song of the queue is looked for.
    func matches(_ song: MPDSong) -> Bool { matches(song, root) }

    /// Returns the songs that are looked for, in the wanted order, and only those of the wanted window.
    func select(_ songs: some Sequence<MPDSong>) -> [MPDSong] {
        var found = songs.filter(matches)
        if let sort {
            let keyed = found.map { (key: $0.values(sort.tag).first?.lowercased() ?? "", song: $0) }
            found = keyed.sorted { sort.isDescending ? $0.key > $1.key : $0.key < $1.key }.map(\.song)
        }
        guard let window else { return found }
        return Array(found.dropFirst(window.lowerBound).prefix(window.count))
    }

    private func matches(_ song: MPDSong, _ node: Node) -> Bool {
        switch node {
        case .always: true
        case .not(let inner): !matches(song, inner)
        case .all(let inner): inner.allSatisfy { matches(song, $0) }
        case .test(.base, _, let value): value.isEmpty || value == "/"
        case .test(let field, let comparison, let value): compare(texts(song, field), comparison, value)
        }
    }

    private func texts(_ song: MPDSong, _ field: Field) -> [String] {
        switch field {
        case .tag(let tag): song.values(tag)
        case .any: [song.file] + MPDTag.allCases.flatMap(song.values)
        case .file: [song.file]
        case .base, .other: []
        }
    }

    private func compare(_ texts: [String], _ comparison: Operator, _ value: String) -> Bool {
        let wanted = isLoose ? value.lowercased() : value
        func hasOne(_ test: (String) -> Bool) -> Bool { texts.contains { test(isLoose ? $0.lowercased() : $0) } }
        return switch comparison {
        // An empty value looks for songs that lack the tag.
        case .equal: value.isEmpty ? texts.isEmpty : hasOne { $0 == wanted }
        case .unequal: value.isEmpty ? !texts.isEmpty : !hasOne { $0 == wanted }
        case .contains: hasOne { wanted.isEmpty || $0.contains(wanted) }
        case .notContains: !hasOne { $0.contains(wanted) }
        case .startsWith: hasOne { $0.hasPrefix(wanted) }
        case .notStartsWith: !hasOne { $0.hasPrefix(wanted) }
        }
    }

    // MARK: Expressions

    /// Reads an expression.
    private struct Parser {
        private var rest: Substring

        init(_ text: String) { rest = text[...] }

        private mutating func skip() { rest = rest.drop { $0 == " " || $0 == "\t" } }

        private mutating func take(_ text: String) -> Bool {
            skip()
            guard rest.hasPrefix(text) else { return false }
            rest = rest.dropFirst(text.count)
            return true
        }

        mutating func finish() throws(MPDError) {
            skip()
            guard rest.isEmpty else { throw MPDError(.argument, "Unparsed garbage after expression") }
        }

        mutating func expression(depth: Int) throws(MPDError) -> Node {
            guard depth < MPDFilter.maximumDepth else { throw MPDError(.argument, "Expression too deep") }
            guard take("(") else { throw MPDError(.argument, "'(' expected") }
            let node: Node
            if take("!") {
                node = .not(try expression(depth: depth + 1))
            } else if rest.first == "(" {
                node = try conjunction(depth: depth + 1)
            } else {
                node = try test()
            }
            guard take(")") else { throw MPDError(.argument, "')' expected") }
            return node
        }

        private mutating func conjunction(depth: Int) throws(MPDError) -> Node {
            var nodes = [try expression(depth: depth)]
            while take("AND") { nodes.append(try expression(depth: depth)) }
            return .all(nodes)
        }

        private mutating func test() throws(MPDError) -> Node {
            let name = word()
            // No station has these, so the condition says nothing.
            if ["modified-since", "added-since", "AudioFormat", "prio"].contains(name) {
                _ = take("==") || take("=~") || take(">=")
                _ = try? value()
                return .always
            }
            guard let field = MPDFilter.field(name) else {
                throw MPDError(.argument, "Unknown filter type: \(name)")
            }
            if field == .base { return .test(.base, .equal, try value()) }
            skip()
            // `contains` comes after `!contains`, which it ends.
            guard let comparison = Operator.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
                throw MPDError(.argument, "'==' or '!=' expected")
            }
            rest = rest.dropFirst(comparison.rawValue.count)
            // Since version 0.24 of MPD, the operators have forms with and without regard to case.
            _ = take("_cs") || take("_ci")
            return .test(field, comparison, try value())
        }

        private mutating func word() -> String {
            skip()
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            rest = rest.dropFirst(word.count)
            return String(word)
        }

        private mutating func value() throws(MPDError) -> String {
            skip()
            guard let quote = rest.popFirst(), quote == "'" || quote == "\"" else {
                throw MPDError(.argument, "Quoted string expected")
            }
            var text = ""
            while let character = rest.popFirst() {
                if character == quote { return text }
                guard let next = character == "\\" ? rest.popFirst() : character else { break }
                text.append(next)
            }
            throw MPDError(.argument, "Closing quote not found")
        }
    }
}

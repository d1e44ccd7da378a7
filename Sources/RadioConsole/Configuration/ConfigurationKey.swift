import Longwave

/// A key of the configuration: its name, what its value has to be, and where that is kept.
struct ConfigurationKey<Root>: Sendable {
    /// When a changed value takes effect in a player that runs.
    enum Effect: String, Sendable {
        case atOnce = "at once"
        case nextStation = "at the next station"
        case nextStart = "at the next start"
    }

    /// What holds where nothing is said.
    enum Usual: Sendable {
        /// A value, in TOML.
        case value(String)
        /// What no value can say, and a value as an example.
        case words(String, example: String)
        /// Nothing: a value must be there; here as an example.
        case needed(example: String)
    }

    let name: String
    /// A sentence's end: what a value must be.
    let kind: String
    let usual: Usual
    let effect: Effect
    /// The variable of the environment that goes before the file.
    let variable: String?
    /// One line for people.
    let meaning: String
    /// Takes the value, or says what is wrong with it.
    let take: @Sendable (TomlNode, inout Root) -> [ConfigurationProblem]
    /// The value in TOML; nil where there is none.
    let text: @Sendable (Root) -> String?
    /// Takes the other's value where there is none.
    let inherit: @Sendable (inout Root, Root) -> Void

    init<Value>(
        _ name: String, _ place: WritableKeyPath<Root, Value?> & Sendable, _ type: ConfigurationType<Value>,
        usual: Usual, takes effect: Effect = .nextStart, variable: String? = nil, _ meaning: String
    ) {
        self.name = name
        kind = type.words
        self.usual = usual
        self.effect = effect
        self.variable = variable
        self.meaning = meaning
        take = { node, root in
            switch type.read(node) {
            case .success(let value):
                root[keyPath: place] = value
                return []
            case .failure(.value):
                return [.init(line: node.line, "\"\(name)\" must be \(type.words), not \(node.words)")]
            case .failure(.parts(let problems)): return problems
            }
        }
        text = { $0[keyPath: place].map(type.text) }
        inherit = { root, other in
            if root[keyPath: place] == nil { root[keyPath: place] = other[keyPath: place] }
        }
    }

    /// A value in TOML: the usual one, or an example.
    var example: String {
        switch usual {
        case .value(let text), .words(_, let text), .needed(let text): text
        }
    }

    var isNeeded: Bool { if case .needed = usual { true } else { false } }
}

/// The keys of a table.
struct ConfigurationTable<Root>: Sendable {
    let keys: [ConfigurationKey<Root>]
    /// What else may stand where the keys do.
    var otherNames: [String] = []
    /// Where else a key may belong: the table's name in brackets; nil where it is no key at all.
    var home: @Sendable (String) -> String? = { _ in nil }

    /// Takes what is right, and says what is not.
    func take(_ entries: [TomlNode], into root: inout Root) -> [ConfigurationProblem] {
        entries.flatMap { entry in
            guard let key = keys.first(where: { $0.name == entry.key }) else { return [unknown(entry)] }
            return key.take(entry, &root)
        }
    }

    /// In TOML, on one line.
    func text(_ root: Root) -> String {
        keys.compactMap { key in key.text(root).map { "\(key.name) = \($0)" } }.joined(separator: ", ")
    }

    private func unknown(_ entry: TomlNode) -> ConfigurationProblem {
        let name = TomlNode(key: "", value: .text(entry.key), line: 0, column: 0).words
        if let home = home(entry.key) { return .init(line: entry.line, "\(name) belongs to \(home)") }
        let hint =
            NearWords.nearest(to: entry.key, in: keys.map(\.name) + otherNames).map { "; did you mean \"\($0)\"?" }
            ?? ""
        return .init(line: entry.line, "unknown key \(name)\(hint)")
    }
}

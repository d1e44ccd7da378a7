import Longwave

/// A key of the configuration: its name, the form of its value, and where the value is stored.
struct ConfigurationKey<Root>: Sendable {
    /// When a changed value takes effect in a running player.
    enum Effect: String, Sendable {
        case atOnce = "at once"
        case nextStation = "at the next station"
        case nextStart = "at the next start"
    }

    /// The default of a key.
    enum Usual: Sendable {
        /// A default value, in TOML.
        case value(String)
        /// A default that TOML cannot express, in words, and an example value.
        case words(String, example: String)
        /// No default: a value is required. The example value is in TOML.
        case needed(example: String)
    }

    let name: String
    /// The form of a value, to complete the sentence "The value must be …".
    let kind: String
    let usual: Usual
    let effect: Effect
    /// The environment variable that overrides the settings file; nil if there is none.
    let variable: String?
    /// The meaning in one line for people.
    let meaning: String
    /// Stores the value, or returns what is wrong with it.
    let take: @Sendable (TomlNode, inout Root) -> [ConfigurationProblem]
    /// Returns the stored value in TOML; nil if none is set.
    let text: @Sendable (Root) -> String?
    /// Copies the key's value from the second table to the first, if the first has none.
    let inherit: @Sendable (inout Root, Root) -> Void

    /// Makes a key whose value is stored at a key path.
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

    /// A value in TOML: the default, or an example.
    var example: String {
        switch usual {
        case .value(let text), .words(_, let text), .needed(let text): text
        }
    }

    var isNeeded: Bool { if case .needed = usual { true } else { false } }
}

/// The keys that are valid in a table of the settings file.
struct ConfigurationTable<Root>: Sendable {
    let keys: [ConfigurationKey<Root>]
    /// Further valid names, which are also suggested in place of an unknown name.
    var otherNames: [String] = []
    /// For a key that this table does not have, returns the names of the sections that have the key, such as `[sound]`;
    /// nil if there are none.
    var home: @Sendable (String) -> String? = { _ in nil }

    /// Stores the valid values, and returns what is wrong with the others.
    func take(_ entries: [TomlNode], into root: inout Root) -> [ConfigurationProblem] {
        entries.flatMap { entry in
            guard let key = keys.first(where: { $0.name == entry.key }) else { return [unknown(entry)] }
            return key.take(entry, &root)
        }
    }

    /// Returns the set values in TOML, on one line.
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

import Longwave

/// A key of the settings file: its name, the form of its value, and the property in which the value is stored.
struct ConfigurationKey<Root>: Sendable {
    /// When a changed value takes effect in a running player.
    enum Effect: String, Sendable {
        case atOnce = "at once"
        case nextStation = "at the next station"
        case nextStart = "at the next start"
    }

    /// The value that holds if the settings do not set a key.
    enum Usual: Sendable {
        /// A default value, in TOML.
        case value(String)
        /// A default that TOML cannot express, described in words. The example is a value in TOML that a person could
        /// set.
        case words(String, example: String)
        /// The key has no default: a value is required. The example is a value in TOML.
        case needed(example: String)
    }

    let name: String
    /// The form of a value, to complete the sentence "The value must be …".
    let kind: String
    let usual: Usual
    let effect: Effect
    /// The name of the environment variable that overrides the key's value in the settings file; nil if no variable
    /// does.
    let variable: String?
    /// What the setting does, in one line for people.
    let meaning: String
    /// Stores the value of a TOML entry in the configuration or table. Returns the problems with the value, and stores
    /// nothing if there are any.
    let take: @Sendable (TomlNode, inout Root) -> [ConfigurationProblem]
    /// Returns the stored value as TOML text; nil if no value is set.
    let text: @Sendable (Root) -> String?
    /// If the first argument has no value for the key, copies the value from the second argument.
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
                let found = Self.isSecret(type.words) ? "this" : node.words
                return [.init(line: node.line, "\"\(name)\" must be \(type.words), not \(found)")]
            case .failure(.parts(let problems)): return problems
            }
        }
        text = { $0[keyPath: place].map(type.text) }
        inherit = { root, other in
            if root[keyPath: place] == nil { root[keyPath: place] = other[keyPath: place] }
        }
    }

    /// A valid value in TOML: the default or, if TOML cannot express the default, an example.
    var example: String {
        switch usual {
        case .value(let text), .words(_, let text), .needed(let text): text
        }
    }

    /// Whether the value may not be printed.
    var isSecret: Bool { Self.isSecret(kind) }
    private static func isSecret(_ kind: String) -> Bool { kind == ConfigurationType<String>.secretWords }

    var isNeeded: Bool { if case .needed = usual { true } else { false } }
}

/// The keys that are valid in a table of the settings file.
struct ConfigurationTable<Root>: Sendable {
    let keys: [ConfigurationKey<Root>]
    /// Other names that are valid at the same level of the file, such as names of sections. For an unknown name, the
    /// nearest valid name is suggested.
    var otherNames: [String] = []
    /// For a key that is not valid in this table, returns the names of the sections in which it is valid, such as
    /// `[sound]`; nil if there are none.
    var home: @Sendable (String) -> String? = { _ in nil }

    /// Stores the valid values of the entries, and returns the problems with the other entries.
    func take(_ entries: [TomlNode], into root: inout Root) -> [ConfigurationProblem] {
        entries.flatMap { entry in
            guard let key = keys.first(where: { $0.name == entry.key }) else { return [unknown(entry)] }
            return key.take(entry, &root)
        }
    }

    /// Returns the keys that have a value, with their values in TOML, on one line.
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

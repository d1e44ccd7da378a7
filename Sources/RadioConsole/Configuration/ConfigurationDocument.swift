import Longwave
import RadioJSON
import RadioService

/// What is made of the table of keys for people: the example, the tables of docs/CONFIGURATION.md, and what holds.
package enum ConfigurationDocument {
    /// A setting as it holds.
    struct Setting: Hashable {
        var section: String
        var key: String
        /// In TOML, or in words where no value says it.
        var value: String
        /// `default`, `file`, or a variable of the environment.
        var source: String
        var meaning: String

        var path: String { section.isEmpty ? key : "\(section).\(key)" }

        var json: JSONNode {
            .members([
                "section": .string(section), "key": .string(key), "value": .string(value), "from": .string(source),
                "meaning": .string(meaning),
            ])
        }
    }

    static func settings(environment: Configuration, file: Configuration) -> [Setting] {
        ConfigurationSection.all.flatMap { section in
            section.keys.map { key in
                let (value, source) =
                    if let text = key.text(environment) {
                        (text, key.variable ?? "environment")
                    } else if let text = key.text(file) {
                        (text, "file")
                    } else {
                        (key.usualWords, "default")
                    }
                return Setting(section: section.name, key: key.name, value: value, source: source, meaning: key.meaning)
            }
        }
    }

    /// A file that says the same.
    package static func written(_ configuration: Configuration) -> String {
        let sections = ConfigurationSection.all.filter { !$0.name.isEmpty }
        // What is in no section comes first.
        return (ConfigurationSection.all.filter(\.name.isEmpty) + sections).map { section in
            let lines = section.keys.compactMap { key in key.text(configuration).map { "\(key.name) = \($0)\n" } }
            return (section.name.isEmpty ? "" : "[\(section.name)]\n") + lines.joined()
        }.joined()
    }

    // MARK: The example

    /// A file in which everything is explained and commented out.
    static var example: String {
        var lines = [
            "# Longwave: ~/.config/longwave/config.toml", "#",
            "# Lines that begin with # are comments. To change a setting, remove its # and edit the value. A running player",
            "# reads the file again. \"longwave config check\" prints errors, \"longwave config show\" the current settings.",
        ]
        for section in ConfigurationSection.all where !section.name.isEmpty {
            lines += ["", "# \(section.meaning)", "[\(section.name)]"]
            for key in section.keys { lines += ["# \(key.meaning)"] + commented(key) }
        }
        lines += table("links", ConfigurationType<[SongLinkTemplate]>.linkKeys)
        lines += table("hooks", ConfigurationType<[Hook]>.hookKeys)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table<Root>(_ name: String, _ keys: [ConfigurationKey<Root>]) -> [String] {
        let meaning = ConfigurationSection.all.flatMap(\.keys).first { $0.name == name }?.meaning ?? ""
        return ["", "# \(meaning)", "# Repeat this table for more.", "#[[\(name)]]"] + keys.flatMap(commented)
    }

    private static func commented<Root>(_ key: ConfigurationKey<Root>) -> [String] {
        let line = "#\(key.name) = \(key.example)"
        switch key.usual {
        case .value, .needed: return [line]
        case .words(let words, _): return ["# Default: \(words).", line]
        }
    }

    // MARK: The document

    /// The tables of docs/CONFIGURATION.md.
    static var tables: String {
        var text = ""
        for section in ConfigurationSection.all {
            text +=
                section.name.isEmpty
                ? "" : "### `[\(section.name)]`\n\n\(section.meaning)\n\n\(markdown(section.keys))\n"
        }
        text += "### `[[links]]`\n\n" + lists("links") + markdown(ConfigurationType<[SongLinkTemplate]>.linkKeys) + "\n"
        text += "### `[[hooks]]`\n\n" + lists("hooks") + markdown(ConfigurationType<[Hook]>.hookKeys)
        return text
    }

    private static func lists(_ name: String) -> String {
        let lists = ConfigurationSection.all.filter(\.name.isEmpty).flatMap(\.keys)
        guard let key = lists.first(where: { $0.name == name }) else { return "" }
        return "\(key.meaning) Default: \(key.usualWords). A change takes effect \(key.effect.rawValue).\n\n"
    }

    private static func markdown<Root>(_ keys: [ConfigurationKey<Root>]) -> String {
        var lines = ["| key | value | default | a change takes effect | meaning |", "|---|---|---|---|---|"]
        for key in keys {
            let variable = key.variable.map { " `\($0)` overrides it." } ?? ""
            let usual =
                switch key.usual {
                case .value(let text): "`\(text)`"
                case .words(let words, _): words
                case .needed: "required"
                }
            lines.append(
                "| `\(key.name)` | \(key.kind.replacing("|", with: "\\|")) | \(usual) | \(key.effect.rawValue) | "
                    + "\(key.meaning)\(variable) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ConfigurationKey {
    /// What holds where nothing is said.
    var usualWords: String {
        switch usual {
        case .value(let text), .words(let text, _): text
        case .needed: ""
        }
    }
}

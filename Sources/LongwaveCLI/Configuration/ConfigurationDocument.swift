import Longwave
import LongwaveDesktop
import RadioJSON

/// Makes texts from the table of all settings (`ConfigurationSection.all`): the example file, the lists in
/// docs/CONFIGURATION.md, and the list of current settings.
package enum ConfigurationDocument {
    /// A setting and its current value.
    struct Setting: Hashable {
        var section: String
        var key: String
        /// The current value in TOML. A default that TOML cannot express is described in words.
        var value: String
        /// Where the value comes from: `default`, `file`, or the name of an environment variable.
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

    /// Returns all settings. Each has the value from the environment, otherwise the value from the settings file,
    /// otherwise its default.
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
                let shown = key.isSecret && source != "default" ? "***" : value
                return Setting(section: section.name, key: key.name, value: shown, source: source, meaning: key.meaning)
            }
        }
    }

    /// Returns the text of a settings file that sets the values of the configuration.
    package static func written(_ configuration: Configuration) -> String {
        let sections = ConfigurationSection.all.filter { !$0.name.isEmpty }
        // In TOML, keys that belong to no section must precede the first section.
        return (ConfigurationSection.all.filter(\.name.isEmpty) + sections).map { section in
            let lines = section.keys.compactMap { key in key.text(configuration).map { "\(key.name) = \($0)\n" } }
            return (section.name.isEmpty ? "" : "[\(section.name)]\n") + lines.joined()
        }.joined()
    }

    // MARK: The example

    /// The text of an example settings file, in which every setting is explained and commented out.
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
        lines += table("programme", ConfigurationType<[Programme]>.programmeKeys)
        lines += table("equalisers", ConfigurationType<[EqualiserPreset]>.presetKeys)
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

    /// The largest width of a line in docs/CONFIGURATION.md, in columns.
    private static let columns = 100
    /// In docs/CONFIGURATION.md, a section with at most this many keys is a list. A section with more keys is a
    /// paragraph if all its values have the same form, such as section `keys`.
    private static let longestList = 10

    /// The part of docs/CONFIGURATION.md that describes all sections of the settings file.
    static var tables: String {
        var parts: [String] = []
        for section in ConfigurationSection.all where !section.name.isEmpty {
            let isParagraph = section.keys.count > longestList && Set(section.keys.map(\.kind)).count == 1
            let entries =
                isParagraph
                ? paragraph(section.keys)
                : section.keys.map { item($0, like: earlier($0, than: section), saysEffect: true) }.joined()
            parts.append("### `[\(section.name)]`\n\n\(wrapped(section.meaning))\n\(entries)")
        }
        parts.append(list("links", ConfigurationType<[SongLinkTemplate]>.linkKeys))
        parts.append(list("hooks", ConfigurationType<[Hook]>.hookKeys))
        parts.append(list("programme", ConfigurationType<[Programme]>.programmeKeys))
        parts.append(list("equalisers", ConfigurationType<[EqualiserPreset]>.presetKeys))
        return parts.joined(separator: "\n")
    }

    /// Returns the name of a section before `section` that has a key with the same name and meaning as `key`; nil if
    /// there is none.
    private static func earlier(_ key: ConfigurationKey<Configuration>, than section: ConfigurationSection) -> String? {
        ConfigurationSection.all.prefix { $0.name != section.name }.first { other in
            other.keys.contains { $0.name == key.name && $0.meaning == key.meaning }
        }?.name
    }

    /// Returns the part of docs/CONFIGURATION.md about a list of tables, such as `[[hooks]]`, with the keys of one
    /// table.
    private static func list<Root>(_ name: String, _ keys: [ConfigurationKey<Root>]) -> String {
        let lists = ConfigurationSection.all.filter(\.name.isEmpty).flatMap(\.keys)
        guard let key = lists.first(where: { $0.name == name }) else { return "" }
        let meaning = "\(key.meaning) Default: \(key.usualWords). A change takes effect \(key.effect.rawValue)."
        let items = keys.map { item($0, like: nil, saysEffect: false) }
        return "### `[[\(name)]]`\n\n\(wrapped(meaning))\n\(items.joined())"
    }

    /// Returns an item of a Markdown list that describes a key.
    /// - Parameters:
    ///   - section: the name of an earlier section that describes the same key; nil if there is none.
    ///   - saysEffect: whether the item says when a change takes effect.
    private static func item<Root>(_ key: ConfigurationKey<Root>, like section: String?, saysEffect: Bool) -> String {
        let (name, usual): (String, String?) =
            switch key.usual {
            case .value(let text): ("`\(key.name) = \(text)`", nil)
            case .words(let words, _): ("`\(key.name)`", "Default: \(words).")
            case .needed: ("`\(key.name)`", "Required.")
            }
        var words = ["- \(name):"]
        if let section {
            words.append("as in `[\(section)]`.")
        } else {
            if key.kind != "true or false" { words.append("\(key.kind).") }
            words.append(key.meaning)
            if let variable = key.variable { words.append("`\(variable)` overrides it.") }
        }
        if let usual { words.append(usual) }
        if section == nil, saysEffect {
            switch key.effect {
            case .atOnce: words.append("*At once.*")
            case .nextStation: words.append("*Next station.*")
            case .nextStart: break
            }
        }
        return wrapped(words.joined(separator: " "), indent: "  ")
    }

    /// Returns a paragraph about keys whose values have the same form. It names each key and its default.
    private static func paragraph<Root>(_ keys: [ConfigurationKey<Root>]) -> String {
        guard let first = keys.first else { return "" }
        let defaults = keys.map { "`\($0.name)` `\($0.usualWords)`" }.joined(separator: ", ")
        return wrapped(
            "Each value is \(first.kind). Changes take effect \(first.effect.rawValue). Defaults: \(defaults).")
    }

    /// Breaks a text at spaces into lines of ``columns``. Lines after the first begin with `indent`.
    private static func wrapped(_ text: String, indent: String = "") -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if line.isEmpty {
                line = String(word)
            } else if line.count + 1 + word.count > columns {
                lines.append(line)
                line = "\(indent)\(word)"
            } else {
                line += " \(word)"
            }
        }
        return (lines + [line]).joined(separator: "\n") + "\n"
    }
}

extension ConfigurationKey {
    /// The key's default, in TOML or in words; empty if the key has no default because a value is required.
    var usualWords: String {
        switch usual {
        case .value(let text), .words(let text, _): text
        case .needed: ""
        }
    }
}

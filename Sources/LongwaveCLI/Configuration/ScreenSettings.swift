import LongwaveTerminal

extension Configuration {
    /// The keyboard keys that the settings file sets for actions of `play` and the full-screen player. Other actions
    /// have their default keys.
    package struct Keys: Hashable, Sendable {
        private var changes: [KeyAction: [KeyStroke]] = [:]

        package subscript(action: KeyAction) -> [KeyStroke]? {
            get { changes[action] }
            set { changes[action] = newValue }
        }

        var bindings: KeyBindings { KeyBindings(changes) }

        /// Returns the problems with keys that the section gives to two actions.
        static func conflicts(_ entries: [TomlNode]) -> [ConfigurationProblem] {
            var owners: [KeyStroke: String] = [:]
            var problems: [ConfigurationProblem] = []
            for entry in entries {
                for stroke in (try? ConfigurationType<[KeyStroke]>.strokes.read(entry).get()) ?? [] {
                    let owner = owners[stroke] ?? entry.key
                    owners[stroke] = owner
                    guard owner != entry.key else { continue }
                    problems.append(
                        .init(line: entry.line, "the key \(TomlText.quoted(stroke.name)) already belongs to \(owner)"))
                }
            }
            return problems
        }

        /// Sentences about the actions whose usual keys the settings file gives to other actions.
        var remarks: [String] {
            let bindings = bindings
            return KeyAction.allCases.filter { changes[$0] == nil }.compactMap { action in
                let lost = action.usual.filter { bindings[$0] != action }
                guard !lost.isEmpty else { return nil }
                let keys = lost.map { "\($0.name) (now \(bindings[$0]?.rawValue ?? ""))" }.joined(separator: ", ")
                return "\(action.rawValue) loses its usual key \(keys)"
            }
        }
    }

    /// The colours and attributes that the settings file sets for styles of the full-screen player, such as the style
    /// of the cursor's row. Other styles have their default look.
    package struct Colours: Hashable, Sendable {
        private var changes: [CellStyle: ScreenColours.Look] = [:]

        package subscript(style: CellStyle) -> ScreenColours.Look? {
            get { changes[style] }
            set { changes[style] = newValue }
        }

        var colours: ScreenColours { ScreenColours(ScreenColours.usual.looks.merging(changes) { $1 }) }
    }
}

extension ConfigurationSection {
    /// The entries of the settings file's section `keys`. There is one entry for each action of `play` and the
    /// full-screen player; its value is the keyboard keys of the action.
    static let keys = KeyAction.allCases.map { action in
        ConfigurationKey<Configuration>(
            action.rawValue, \.keys[action], .strokes,
            usual: .value(ConfigurationType<[KeyStroke]>.strokes.text(action.usual)),
            action.words.prefix(1).uppercased() + action.words.dropFirst() + ".")
    }

    static let colours = CellStyle.allCases.map { style in
        ConfigurationKey<Configuration>(
            style.rawValue, \.colours[style], .look,
            usual: .value(ConfigurationType<ScreenColours.Look>.look.text(ScreenColours.usual[style])),
            style.words + ".")
    }
}

extension ConfigurationType where Value == [KeyStroke] {
    static let strokes = ConfigurationType(
        #"a key like "x", "ctrl-l" or "page-up", or a list"#,
        text: { "[" + $0.map { TomlText.quoted($0.name) }.joined(separator: ", ") + "]" }
    ) { node in
        let strokes = (node.list ?? [node]).map { $0.text.flatMap { KeyStroke(name: $0) } }
        return strokes.contains(nil) ? nil : strokes.compactMap(\.self)
    }
}

extension ConfigurationType where Value == ScreenColours.Look {
    static let look = ConfigurationType.words(
        #"words like "green bold", "faint", "reversed" or "white on 24""#, text: \.text,
        of: { ScreenColours.Look(text: $0) })
}

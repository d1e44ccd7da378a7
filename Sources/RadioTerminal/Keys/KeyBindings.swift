/// The keys of all actions. The settings file may give an action other keys.
package struct KeyBindings: Hashable, Sendable {
    /// The keys of each action. Actions without a key are missing.
    private var strokes: [KeyAction: [KeyStroke]] = [:]
    private var actions: [KeyStroke: KeyAction] = [:]

    package static let usual = KeyBindings()

    /// - Parameter changes: the keys of the actions that have other keys than usual. Such a key belongs only to that
    ///   action, even if it is another action's usual key.
    package init(_ changes: [KeyAction: [KeyStroke]] = [:]) {
        let claimed = Set(changes.values.joined())
        for action in KeyAction.allCases {
            let own = changes[action] ?? action.usual.filter { !claimed.contains($0) }
            for stroke in own where actions[stroke] == nil {
                actions[stroke] = action
                strokes[action, default: []].append(stroke)
            }
        }
    }

    package subscript(stroke: KeyStroke) -> KeyAction? { actions[stroke] }

    package func keys(of action: KeyAction) -> [KeyStroke] { strokes[action] ?? [] }

    /// Returns the lines of the help: each action with its keys. Actions without a key are left out.
    package func help(
        _ scopes: Set<KeyAction.Scope>, _ charset: TerminalCharset
    ) -> [(keys: String, action: KeyAction)] {
        KeyAction.allCases.filter { scopes.contains($0.scope) }.compactMap { action in
            // An upper-case letter is not shown if the lower-case letter does the same.
            let shown = keys(of: action).filter { stroke in
                guard case .character(let letter) = stroke, letter.isUppercase else { return true }
                return !keys(of: action).contains(.character(Character(letter.lowercased())))
            }
            guard !shown.isEmpty else { return nil }
            return (shown.map { $0.label(charset) }.joined(separator: " "), action)
        }
    }
}

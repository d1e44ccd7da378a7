/// Which key does what. A configuration may give an action other keys.
package struct KeyBindings: Hashable, Sendable {
    /// Of each action; none where it has none.
    private var strokes: [KeyAction: [KeyStroke]] = [:]
    private var actions: [KeyStroke: KeyAction] = [:]

    package static let usual = KeyBindings()

    /// - Parameter changes: other keys of some actions. A key that two actions claim is that of the changed one.
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

    /// A line of help for each action: its keys and what it does. What has no key is left out.
    package func help(
        _ scopes: Set<KeyAction.Scope>, _ charset: TerminalCharset
    ) -> [(keys: String, action: KeyAction)] {
        KeyAction.allCases.filter { scopes.contains($0.scope) }.compactMap { action in
            // The other state of a letter's Shift goes without saying.
            let shown = keys(of: action).filter { stroke in
                guard case .character(let letter) = stroke, letter.isUppercase else { return true }
                return !keys(of: action).contains(.character(Character(letter.lowercased())))
            }
            guard !shown.isEmpty else { return nil }
            return (shown.map { $0.label(charset) }.joined(separator: " "), action)
        }
    }
}

/// The keys of all actions. The settings file can replace the usual keys of an action.
package struct KeyBindings: Hashable, Sendable {
    /// The keys of each action. Contains no action that has no key.
    private var strokes: [KeyAction: [KeyStroke]] = [:]
    private var actions: [KeyStroke: KeyAction] = [:]

    package static let usual = KeyBindings()

    /// - Parameter changes: the keys that replace the usual keys of some actions. A key in `changes` is no longer the
    ///   usual key of any other action.
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

    /// Returns the lines of the help: each action of the scopes with its keys. Leaves out actions without a key.
    package func help(
        _ scopes: Set<KeyAction.Scope>, _ charset: TerminalCharset
    ) -> [(keys: String, action: KeyAction)] {
        KeyAction.allCases.filter { scopes.contains($0.scope) }.compactMap { action in
            // An upper-case letter is not shown if the lower-case letter is also a key of this action.
            let shown = keys(of: action).filter { stroke in
                guard case .character(let letter) = stroke, letter.isUppercase else { return true }
                return !keys(of: action).contains(.character(Character(letter.lowercased())))
            }
            guard !shown.isEmpty else { return nil }
            return (shown.map { $0.label(charset) }.joined(separator: " "), action)
        }
    }
}

import Testing

@testable import LongwaveTerminal

@Suite struct KeyBindingsTests {
    /// In the table of keys, no key has two functions and each function has a key. Reading the name of a key gives this
    /// key.
    @Test func theTableIsSound() {
        let bindings = KeyBindings.usual
        var seen: Set<KeyStroke> = []
        for action in KeyAction.allCases {
            #expect(!bindings.keys(of: action).isEmpty, "\(action)")
            #expect(bindings.keys(of: action) == action.usual, "\(action)")
            for stroke in bindings.keys(of: action) {
                #expect(seen.insert(stroke).inserted, "\(stroke)")
                #expect(KeyStroke(name: stroke.name) == stroke)
                #expect(bindings[stroke] == action)
            }
        }
    }

    @Test func aConfigurationChangesKeys() {
        let bindings = KeyBindings([.mute: [.character("q")], .quit: [], .help: [.character("ä")]])
        #expect(bindings[.character("q")] == .mute && bindings[.character("m")] == nil)
        #expect(bindings.keys(of: .quit).isEmpty)
        #expect(bindings[.character("ä")] == .help)
        #expect(!bindings.help([.playing], .utf8).contains { $0.action == .quit })
    }

    static let named: [(String, KeyStroke?)] = [
        ("x", .character("x")), ("space", .space), ("enter", .enter), ("page-up", .special(.pageUp)),
        ("ctrl-l", .control("l")), ("alt-3", .alt("3")), ("ctrl-", nil), ("", nil), ("f13", nil), (" ", nil),
    ]

    @Test(arguments: named) func aName(_ name: String, _ expected: KeyStroke?) {
        #expect(KeyStroke(name: name) == expected)
    }
}

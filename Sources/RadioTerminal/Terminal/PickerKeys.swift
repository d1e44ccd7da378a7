/// Keys → what they ask of the picker. Pure.
enum PickerKeys {
    static func action(_ stroke: KeyStroke) -> PickerAction? {
        switch stroke {
        case .alt(let character): alt(character)
        case .control(let letter): control(letter)
        case .special(let special): self.special(special)
        case .character(let character): .insert(character)
        }
    }

    private static func alt(_ character: Character) -> PickerAction? {
        switch character {
        case "0"..."5": character.wholeNumberValue.map { .rate($0) }
        case "+", "=": .louder
        case "-", "_": .quieter
        case _: nil
        }
    }

    private static func control(_ letter: Character) -> PickerAction? {
        switch letter {
        case "a": .toggleAll
        case "c", "d": .cancel
        case "f": .toggleFavourite
        case "g": .nextGrouping
        case "k": .move(-1)
        case "l": .redraw
        case "n": .move(1)
        case "p": .listen
        case "r": .raiseRating
        case "u": .eraseAll
        case "w": .eraseWord
        case _: nil
        }
    }

    private static func special(_ key: KeyStroke.Special) -> PickerAction? {
        switch key {
        case .enter: .choose
        case .tab: .toggleMark
        case .escape: .cancel
        case .backspace, .delete: .erase
        case .down: .move(1)
        case .up: .move(-1)
        case .pageDown: .movePage(1)
        case .pageUp: .movePage(-1)
        case .home: .first
        case .end: .last
        case .right: .moveGroup(1)
        case .left: .moveGroup(-1)
        case .backTab: nil
        }
    }
}

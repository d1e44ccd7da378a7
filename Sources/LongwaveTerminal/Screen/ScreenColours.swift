/// The colours and attributes of each cell style.
///
/// The usual looks use the terminal's own palette and background, so that they are readable on light and dark
/// terminals.
package struct ScreenColours: Hashable, Sendable {
    /// The colours and attributes, such as bold, of a cell.
    package struct Look: Hashable, Sendable {
        /// The text's colour as a number in the terminal's palette, 0…255; nil for the terminal's usual text colour.
        package var foreground: Int?
        /// The background's colour as a number in the terminal's palette, 0…255; nil for the terminal's usual
        /// background.
        package var background: Int?
        package var isBold = false
        package var isFaint = false
        package var isReversed = false
        package var isUnderlined = false

        package init(
            _ foreground: Int? = nil, on background: Int? = nil, bold: Bool = false, faint: Bool = false,
            reversed: Bool = false, underlined: Bool = false
        ) {
            self.foreground = foreground
            self.background = background
            isBold = bold
            isFaint = faint
            isReversed = reversed
            isUnderlined = underlined
        }
    }

    /// The look of each style. A style without a look has the terminal's usual colours and no attributes.
    package var looks: [CellStyle: Look]

    package init(_ looks: [CellStyle: Look]) { self.looks = looks }

    package subscript(style: CellStyle) -> Look { looks[style] ?? Look() }

    package static let usual = ScreenColours([
        .strong: Look(bold: true), .faint: Look(faint: true), .selected: Look(reversed: true),
        .tab: Look(bold: true, reversed: true), .current: Look(2, bold: true), .good: Look(2), .waiting: Look(3),
        .bad: Look(1, bold: true), .key: Look(6), .field: Look(bold: true, underlined: true),
        .message: Look(3, bold: true),
    ])

    /// The same looks without colours, for the environment variable `NO_COLOR`.
    ///
    /// The page stays readable, because no fact is shown by colour alone.
    package var withoutColours: ScreenColours {
        ScreenColours(
            looks.mapValues { look in
                var look = look
                (look.foreground, look.background) = (nil, nil)
                return look
            })
    }
}

extension ScreenColours.Look {
    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// Reads a look from words for attributes and colours, such as `green bold`, `white on 24` or `plain`.
    ///
    /// A colour is a name, or a number in the terminal's palette. Returns nil if the text contains anything else.
    package init?(text: String) {
        self.init()
        var isBackground = false
        for word in text.split(separator: " ") {
            switch word {
            case "plain": break
            case "bold": isBold = true
            case "faint": isFaint = true
            case "reversed": isReversed = true
            case "underlined": isUnderlined = true
            case "on": isBackground = true
            case _:
                guard let colour = Self.names.firstIndex(of: String(word)) ?? Int(word), (0...255).contains(colour)
                else { return nil }
                if isBackground { background = colour } else { foreground = colour }
                isBackground = false
            }
        }
        if isBackground || text.isEmpty { return nil }
    }

    /// The look in the form that ``init(text:)`` reads.
    package var text: String {
        func name(_ colour: Int) -> String { Self.names.indices.contains(colour) ? Self.names[colour] : String(colour) }
        var words = [foreground.map(name), background.map { "on \(name($0))" }].compactMap(\.self)
        if isBold { words.append("bold") }
        if isFaint { words.append("faint") }
        if isReversed { words.append("reversed") }
        if isUnderlined { words.append("underlined") }
        return words.isEmpty ? "plain" : words.joined(separator: " ")
    }
}

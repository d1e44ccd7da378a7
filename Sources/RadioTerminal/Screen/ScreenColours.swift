/// How each kind of cell looks. The terminal's own palette on its own background: it suits light and dark ones.
package struct ScreenColours: Hashable, Sendable {
    package struct Look: Hashable, Sendable {
        /// Of the terminal's palette, 0 to 255; nil: the terminal's own colour.
        package var foreground: Int?
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

    /// Those that are missing are plain.
    package var looks: [CellStyle: Look]

    package init(_ looks: [CellStyle: Look]) { self.looks = looks }

    package subscript(style: CellStyle) -> Look { looks[style] ?? Look() }

    package static let usual = ScreenColours([
        .strong: Look(bold: true), .faint: Look(faint: true), .selected: Look(reversed: true),
        .tab: Look(bold: true, reversed: true), .current: Look(2, bold: true), .good: Look(2), .waiting: Look(3),
        .bad: Look(1, bold: true), .key: Look(6), .field: Look(bold: true, underlined: true),
        .message: Look(3, bold: true),
    ])

    /// For `NO_COLOR`, and terminals without colours: nothing is told by colour alone.
    package var withoutColours: ScreenColours {
        ScreenColours(
            looks.mapValues { look in
                var look = look
                (look.foreground, look.background) = (nil, nil)
                return look
            })
    }
}

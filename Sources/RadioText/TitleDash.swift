/// The dashes that stations write between artist and title, with a space on both sides.
enum TitleDash {
    /// Hyphens, dashes and the minus sign, also in full width.
    private static let all: Set<Unicode.Scalar> = [
        "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}", "\u{FE58}", "\u{FE63}",
        "\u{FF0D}",
    ]

    static func isDash(_ scalar: Unicode.Scalar) -> Bool { all.contains(scalar) }

    /// Returns the ranges of all dashes in a cleaned text, each with the spaces around it.
    static func ranges(in text: Substring) -> [Range<String.Index>] {
        let scalars = text.unicodeScalars
        guard let first = scalars.first else { return [] }
        var ranges: [Range<String.Index>] = []
        // The scalar before `place`, and the index of the scalar before `dash`.
        var (before, begin) = (first, scalars.startIndex)
        var place = scalars.index(after: begin)
        while place < scalars.endIndex {
            let (scalar, next) = (scalars[place], scalars.index(after: place))
            if before == " ", isDash(scalar), next < scalars.endIndex, scalars[next] == " " {
                ranges.append(begin..<scalars.index(after: next))
            }
            (before, begin, place) = (scalar, place, next)
        }
        return ranges
    }

    /// Returns true if the text ends with a space and a dash.
    static func ends(_ text: Substring) -> Bool {
        let end = text.unicodeScalars.suffix(2)
        return end.count == 2 && end.first == " " && end.last.map(isDash) == true
    }

    /// Returns true if the text begins with a dash and a space.
    static func begins(_ text: Substring) -> Bool {
        let begin = text.unicodeScalars.prefix(2)
        return begin.count == 2 && begin.first.map(isDash) == true && begin.last == " "
    }
}

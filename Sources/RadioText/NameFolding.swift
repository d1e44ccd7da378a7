/// Names compared as a person types them: without case, accents, punctuation.
///
/// Case goes for every script. Accents go for the letters of Latin-1, Latin Extended-A and Romanian, and for every letter
/// that is written with combining marks; `ß`, `æ`, `œ`, `þ` and their like become two letters. Other scripts keep theirs.
public enum NameFolding {
    /// The words of a text, folded: runs of letters and digits.
    public static func words(_ text: String) -> [String] {
        fold(text).split { !($0.properties.isAlphabetic || $0.properties.numericType != nil) }
            .map { String(String.UnicodeScalarView($0)) }
    }

    /// A text without case and accents.
    public static func fold(_ text: String) -> String.UnicodeScalarView {
        var folded = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            if (0x300...0x36F).contains(scalar.value) { continue }
            if scalar.isASCII {
                folded.append(scalar)
            } else if let letters = table[scalar] {
                folded.append(contentsOf: letters.unicodeScalars)
            } else {
                folded.append(scalar)
            }
        }
        return folded
    }

    private static let table: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [:]
        for (letters, accented) in rows {
            for scalar in accented.unicodeScalars { table[scalar] = letters }
        }
        return table
    }()

    /// Lower case only: what is folded was made so first.
    private static let rows: [(String, String)] = [
        ("a", "àáâãäåāăą"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"),
        ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķĸ"), ("l", "ĺļľŀł"), ("n", "ñńņňŋ"), ("o", "òóôõöøōŏő"),
        ("r", "ŕŗř"), ("s", "śŝşšșſ"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűų"), ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
        ("ss", "ß"), ("ae", "æ"), ("oe", "œ"), ("th", "þ"), ("ij", "ĳ"), ("n", "ŉ"),
    ]
}

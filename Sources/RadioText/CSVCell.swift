/// One cell of comma-separated values (RFC 4180).
public enum CSVCell {
    /// In quotes where it has a comma or a quote, quotes doubled (§2, rules 6 and 7). One row is one line, whatever a title holds:
    /// line ends and other control characters become spaces.
    public static func text(_ text: String) -> String {
        var result = ""
        var isPlain = true
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: result += " "
            case 0x22:
                isPlain = false
                result += "\"\""
            case 0x2C:
                isPlain = false
                result += ","
            case _: result.unicodeScalars.append(scalar)
            }
        }
        return isPlain ? result : "\"\(result)\""
    }
}

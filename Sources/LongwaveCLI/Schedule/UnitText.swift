/// Writes text in unit files (systemd.syntax(7), systemd.service(5)).
enum UnitText {
    /// Returns a text quoted as an argument of a command in a unit file.
    static func argument(_ text: String) -> String { word(text).replacing("$", with: "$$") }

    /// Returns a text quoted as a word in a place of a unit file where systemd expands no variables: the path of a
    /// command, or an environment setting.
    static func word(_ text: String) -> String {
        guard text.isEmpty || !text.unicodeScalars.allSatisfy(isPlain) else { return text }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "%": result += "%%"
            case "\u{1}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\x" + (digits.count < 2 ? "0" : "") + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Returns a text for people, such as a description, escaped for the end of a line in a unit file.
    static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Character in
            // A backslash at the end of the line would join it with the next line, so backslashes are replaced.
            scalar == "\\" || scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return String(scalars).replacing("%", with: "%%")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "/", ".", ",", ":", "-", "_", "=", "+", "@": true
        default: false
        }
    }
}

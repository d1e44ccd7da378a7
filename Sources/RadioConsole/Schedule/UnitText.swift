/// Text as unit files have it (systemd.syntax(7), systemd.service(5)).
enum UnitText {
    /// An argument of a command.
    static func argument(_ text: String) -> String { word(text).replacing("$", with: "$$") }

    /// A word that is not looked through for variables: the path of a command, a setting of the environment.
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

    /// The rest of a line, for people.
    static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Character in
            // A backslash at the end of a line joins it with the next one.
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

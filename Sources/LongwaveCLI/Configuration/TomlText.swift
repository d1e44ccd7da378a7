import Longwave

/// Writes values as TOML.
enum TomlText {
    /// Returns a text as a TOML string in quotation marks, in which quotation marks, backslashes and control characters
    /// are escaped.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                let digits = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Returns a number, without a decimal point if the number is whole.
    static func number(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }
}

extension TomlNode {
    /// The value if it is a text without a NUL character; otherwise nil. A text with a NUL is refused, because C
    /// functions would cut it there.
    var text: String? {
        guard case .text(let text) = value, !text.utf8.contains(0) else { return nil }
        return text
    }

    var integer: Int64? { if case .integer(let integer) = value { integer } else { nil } }
    var flag: Bool? { if case .flag(let flag) = value { flag } else { nil } }
    var list: [TomlNode]? { if case .list(let list) = value { list } else { nil } }
    var table: [TomlNode]? { if case .table(let table) = value { table } else { nil } }

    var number: Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .text, .flag, .date, .list, .table: nil
        }
    }

    /// The value as it would be written on the command line, if it is a text or a number; otherwise nil.
    var spelling: String? { text ?? number.map(TomlText.number) }
}

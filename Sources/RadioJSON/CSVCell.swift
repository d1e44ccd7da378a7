/// Writes texts as cells of a CSV file (comma-separated values, RFC 4180).
package enum CSVCell {
    /// Returns a text in the form of a cell. A text with a comma or a quote is put in quotes, and each quote inside it
    /// is doubled (RFC 4180 §2, rules 6 and 7).
    ///
    /// Line ends and other control characters in the text become spaces, so that each row of the file is one line.
    package static func text(_ text: String) -> String {
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

    /// Returns a text in the form of a cell that no spreadsheet program takes for a formula.
    ///
    /// A text gets an apostrophe in front if its first character after any spaces is `=`, `+`, `-`, `@` or the
    /// full-width form of one of these. A number (`-3.5`) and a time offset (`+01:00`) get no apostrophe.
    package static func guarded(_ text: String) -> String {
        guard let first = text.unicodeScalars.first(where: { $0.value > 0x20 }),
            "=+-@＝＋－＠".unicodeScalars.contains(first)
        else { return Self.text(text) }
        let isNumber =
            (first == "+" || first == "-") && text.count > 1
            && text.dropFirst().allSatisfy { "0123456789:.".contains($0) }
        return Self.text(isNumber ? text : "'" + text)
    }
}

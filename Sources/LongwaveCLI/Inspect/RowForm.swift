/// The form of a row in a report: a field's name, and a template that takes the field's value from a document.
///
/// A template consists of text and of these parts:
///
/// - `{a.b}`: the value at a path of names from the present node. `{a,b}` is the first value that is known, `{a,'c'}`
///   has a text for an unknown value, and `{}` is the node itself. Words such as `|s` give the value's form
///   (``RowText``).
/// - `[…]`: a part that is left out if a value in it is unknown, null or false. Likewise, a row is left out.
/// - `{a?}`, `{!a?}`, `{a=b?}`, `{a!b?}`: a condition, which adds no text. It holds if a value is known, or unknown, or
///   if it equals another value or text, or differs from it.
/// - `<a|; |{b}>`: the values of a list, each in the form of a template, with a text between them.
struct RowForm: Sendable {
    /// The field's name. For ``rows``, the row with the number of further values has this name.
    var field: String
    /// The path to the list with a row for each value, or to the one value. An empty path is the node itself.
    var path: String
    var template: String
    /// The rows for each value, instead of one row.
    var rows: [RowForm]
    /// The largest number of values that are shown.
    var limit: Int

    /// Reads forms, one on each line: `field: template`, or `field @path: template` for the values at a path. The forms
    /// between the lines `@path:` and `end` are for each value at the path. `@@` is for a list that is shown whole.
    static func read(_ text: String) -> [RowForm] {
        var lines = text.split(separator: "\n")[...]
        return read(&lines)
    }

    private static func read(_ lines: inout ArraySlice<Substring>) -> [RowForm] {
        var forms: [RowForm] = []
        while let line = lines.popFirst(), line != "end" {
            let parts = line.split(separator: ":", maxSplits: 1)
            let names = parts[0].split(separator: "@", omittingEmptySubsequences: false)
            let rows = parts.count < 2 ? read(&lines) : []
            let field = rows.first?.field ?? String(names[0].last == " " ? names[0].dropLast() : names[0])
            forms.append(
                RowForm(
                    field: field, path: names.count > 1 ? String(names[names.count - 1]) : "",
                    template: String(parts.last?.dropFirst() ?? ""), rows: rows,
                    limit: names.count > 2 ? .max : ReportRows.maximumRows))
        }
        return forms
    }
}

/// The format in which a command prints its results: the value of `--format`. All subcommands have the same formats.
enum OutputFormat: String, CaseIterable, Sendable {
    /// Text for people. Lists have aligned columns. Events of a running player are shown as a status line or plain
    /// lines.
    case table
    /// JSON (docs/JSON.md). A list is one document; each event of a running player is a document on a line of its own.
    case json
    /// RFC 4180 with a header line. Cells that a spreadsheet would run as a formula begin with an apostrophe.
    case csv
    /// CSV in which cells that a spreadsheet would run as a formula are not changed.
    case csvRaw = "csv-raw"
    /// Columns separated by tabs, with a header line.
    case tsv
}

/// The format in which results are printed. All subcommands have the same formats.
public enum OutputFormat: String, CaseIterable, Sendable {
    /// For people. Lists have aligned columns; events over time are a status line or plain lines.
    case table
    /// One JSON document for lists; JSON lines for events over time (docs/JSON.md).
    case json
    /// RFC 4180 with a header line. Cells that a spreadsheet would run as a formula begin with an apostrophe.
    case csv
    /// CSV with each cell unchanged.
    case csvRaw = "csv-raw"
    /// Columns separated by tabs, with a header line.
    case tsv
}

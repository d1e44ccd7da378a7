/// How results are printed, the same for every subcommand.
public enum OutputFormat: String, CaseIterable, Sendable {
    /// For people: aligned columns for lists; a status line or plain lines for events over time.
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

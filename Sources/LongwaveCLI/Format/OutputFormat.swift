import ArgumentParser

/// How results are printed, the same for every subcommand.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people: aligned columns for lists, a status line or plain lines for what happens over time.
    case table
    /// One JSON document for lists, JSON lines for what happens over time (docs/JSON.md).
    case json
    /// RFC 4180 with a header line.
    case csv
    /// Columns separated by tabs, with a header line.
    case tsv
}

/// How records are written: docs/LOG.md.
public enum LogFormat: String, Hashable, Sendable, CaseIterable {
    /// One JSON object a line.
    case jsonLines
    /// RFC 4180 with a line of names at the top; each record is one line, which ends with LF. What a spreadsheet would run as a
    /// formula gets an apostrophe in front.
    case csv
    /// The same, each cell as it is.
    case csvRaw

    /// By the name's end; anything but `.csv` is JSON Lines.
    public init(path: String) { self = path.lowercased().hasSuffix(".csv") ? .csv : .jsonLines }
}

/// How records are written. See docs/LOGGER.md.
public enum LogFormat: String, Hashable, Sendable, CaseIterable {
    /// One JSON object per line.
    case jsonLines
    /// RFC 4180 with a header line. Each record is one line that ends with LF. An apostrophe is put before a cell that
    /// a spreadsheet would run as a formula.
    case csv
    /// Like ``csv``, but every cell is written unchanged.
    case csvRaw

    /// Chooses the format by the file name: CSV for `.csv`, JSON Lines for anything else.
    public init(path: String) { self = path.lowercased().hasSuffix(".csv") ? .csv : .jsonLines }

    /// The first line of a file in this format, or nil if the format has none.
    package var header: String? {
        switch self {
        case .jsonLines: nil
        case .csv, .csvRaw: LogLine.columns.joined(separator: ",")
        }
    }
}

/// When a log's file is rotated: renamed, and followed by a new file.
public enum LogRotation: Hashable, Sendable {
    /// Before the file would exceed this size in bytes.
    case size(Int)
    /// With the first record of a new local day.
    case daily

    /// Smallest size in bytes that may be chosen.
    package static let minimumSize = 4096

    /// Parses `daily`, or a number of bytes with an optional `K`, `M` or `G` (1024, 1024², 1024³). Returns nil for
    /// anything else.
    public init?(_ text: String) {
        if text == "daily" || text == "day" {
            self = .daily
            return
        }
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.uppercased().last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
        guard !overflow, bytes >= Self.minimumSize else { return nil }
        self = .size(bytes)
    }
}

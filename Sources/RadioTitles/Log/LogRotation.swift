/// When a log's file is put aside and a new one begun.
public enum LogRotation: Hashable, Sendable {
    /// Before it would grow over so many bytes.
    case size(Int)
    /// With the first record of a new day, by the local clock.
    case daily

    /// Smaller files than that are not made.
    package static let minimumSize = 4096

    /// `daily`, or a size: a number of bytes, with `K`, `M` or `G` behind it for 1024, 1024² and 1024³. Nil for anything else.
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

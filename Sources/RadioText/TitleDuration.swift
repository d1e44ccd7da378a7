import RadioJSON

/// Reads the duration of a track as automation programs write it.
enum TitleDuration {
    /// The longest duration: a day. A longer duration is treated as a mistake.
    private static let maximumMilliseconds = 86_400_000.0

    static func milliseconds(_ number: Double) -> Duration? {
        guard number.isFinite, number > 0, number <= maximumMilliseconds else { return nil }
        return .milliseconds(Int64(nearest: number))
    }

    /// Returns the duration of a text such as `213`, `213.4`, `3:33`, `00:03:33` or `00:00:29.960`.
    ///
    /// A number of 10,000 or more is in milliseconds, as SAM Broadcaster sends it.
    static func read(_ text: String) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), text.utf8.count <= 16 else { return nil }
        var seconds = 0.0
        for part in parts {
            let isNumber = part.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
            guard isNumber, let number = Double(part) else { return nil }
            seconds = seconds * 60 + number
        }
        return milliseconds(parts.count == 1 && seconds >= 10_000 ? seconds : seconds * 1000)
    }
}

/// How much longer than a programme its recording is, on the command line: `2m` before and after, `1m,5m`, `0`.
public struct RecordingMargin: Hashable, Sendable {
    /// In seconds.
    let before: Int
    let after: Int

    /// Programmes begin a little early, and end late.
    public static let usual = RecordingMargin(before: 60, after: 300)

    private init(before: Int, after: Int) {
        self.before = before
        self.after = after
    }

    public init?(argument: String) {
        let spans = argument.split(separator: ",", omittingEmptySubsequences: false).map { Self.seconds(String($0)) }
        guard (1...2).contains(spans.count), let before = spans[0], let after = spans[spans.count - 1] else {
            return nil
        }
        self.init(before: before, after: after)
    }

    private static func seconds(_ text: String) -> Int? {
        if text == "0" { return 0 }
        guard let seconds = TimeSpan(argument: text)?.seconds, seconds <= 86_400 else { return nil }
        return seconds
    }
}

/// The time that a recording adds before and after its programme. Command-line arguments: `2m` for both, `1m,5m` or
/// `0`.
public struct RecordingMargin: Hashable, Sendable {
    /// The time before the programme, in seconds; ``after`` likewise.
    let before: Int
    let after: Int

    /// The usual margins: programmes begin a little early and end late.
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

/// The time that a recording adds before and after a radio programme. On the command line, `2m` adds 2 min on both
/// sides, `1m,5m` adds 1 min before and 5 min after, and `0` adds nothing.
struct RecordingMargin: Hashable, Sendable {
    /// The seconds that are recorded before the radio programme. ``after`` is the number of seconds after the radio
    /// programme.
    let before: Int
    let after: Int

    /// The default margins: 1 min before and 5 min after, because radio programmes sometimes begin a little early and
    /// often end late.
    static let usual = RecordingMargin(before: 60, after: 300)

    private init(before: Int, after: Int) {
        self.before = before
        self.after = after
    }

    init?(argument: String) {
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

/// How much past sound is kept for time-shift, as a command-line argument: a time span, or `none`.
struct KeptSpan: Hashable, Sendable {
    /// The time span; nil for `none`.
    let span: TimeSpan?

    init?(argument: String) {
        span = TimeSpan(argument: argument)
        if span == nil, argument != "none" { return nil }
    }

    var duration: Duration { span?.duration ?? .zero }
    var text: String { span?.text ?? "none" }
}

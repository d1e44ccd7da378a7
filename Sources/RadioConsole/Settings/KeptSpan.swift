/// How much sound is kept to go back to: a span, or `none`.
public struct KeptSpan: Hashable, Sendable {
    /// Nil: none.
    let span: TimeSpan?

    public init?(argument: String) {
        span = TimeSpan(argument: argument)
        if span == nil, argument != "none" { return nil }
    }

    var duration: Duration { span?.duration ?? .zero }
    var text: String { span?.text ?? "none" }
}

/// What a ``LoadServer`` did.
public struct LoadSummary: Hashable, Sendable {
    public var connections = 0
    /// At the same time.
    public var mostListeners = 0
    /// How often a mount was asked for while it had a listener.
    public var doubledListeners = 0
    /// Blocks with a title that were new to their connection.
    public var titles = 0
    public var statusPages = 0
    public var refusals = 0

    public var text: String {
        "\(connections) connections, \(mostListeners) at once, \(doubledListeners) to a mount that was heard already, \(refusals) refused, \(titles) titles, \(statusPages) status pages"
    }
}

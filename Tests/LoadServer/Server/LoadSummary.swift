/// What a ``LoadServer`` did.
package struct LoadSummary: Hashable, Sendable {
    package var connections = 0
    /// At the same time.
    package var mostListeners = 0
    /// How often a mount was asked for while it had a listener.
    package var doubledListeners = 0
    /// Blocks with a title that were new to their connection.
    package var titles = 0
    package var statusPages = 0
    package var refusals = 0

    package var text: String {
        "\(connections) connections, \(mostListeners) at once, \(doubledListeners) to a mount that was heard already, \(refusals) refused, \(titles) titles, \(statusPages) status pages"
    }
}

/// Counts of what a ``LoadServer`` did.
package struct LoadSummary: Hashable, Sendable {
    package var connections = 0
    /// The largest number of listeners at the same time.
    package var mostListeners = 0
    /// The number of requests for a mount that already had a listener.
    package var doubledListeners = 0
    /// The number of title blocks that were new to their connection.
    package var titles = 0
    package var statusPages = 0
    package var refusals = 0

    package var text: String {
        "\(connections) connections, \(mostListeners) at once, \(doubledListeners) to a mount that was heard already, \(refusals) refused, \(titles) titles, \(statusPages) status pages"
    }
}

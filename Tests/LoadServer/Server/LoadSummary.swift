/// Numbers of connections, titles and responses of a ``LoadServer``, printed at its end.
package struct LoadSummary: Hashable, Sendable {
    package var connections = 0
    /// The largest number of listeners at the same time.
    package var mostListeners = 0
    /// The number of requests for a mount that already had a listener.
    package var doubledListeners = 0
    /// The number of titles sent, counted once for each connection that got them.
    package var titles = 0
    package var statusPages = 0
    package var refusals = 0

    package var text: String {
        "\(connections) connections, \(mostListeners) at once, \(doubledListeners) to a mount that was heard already, \(refusals) refused, \(titles) titles, \(statusPages) status pages"
    }
}

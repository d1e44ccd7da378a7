/// A page on which a streaming server tells what its mounts play.
package enum StatusForm: String, Hashable, Sendable, CaseIterable {
    /// Icecast 2.4 and its relatives: all mounts (icecast.org/docs, "Server Statistics").
    case icecast
    /// SHOUTcast 2: all streams (`/statistics?json=1`) or one (`/stats?sid=1&json=1`).
    case shoutcast
    /// SHOUTcast 1, and 2 for those who know no better: seven fields of one stream.
    case sevenFields

    /// Where servers have it: the path and query behind host and port.
    /// - Parameter stream: SHOUTcast's number of the stream whose own page is wanted; nil: the page of all mounts.
    package func paths(stream: Int?) -> [String] {
        switch (self, stream) {
        case (.icecast, nil): ["/status-json.xsl"]
        case (.shoutcast, nil): ["/statistics?json=1"]
        case (.shoutcast, let stream?): ["/stats?sid=\(stream)&json=1"]
        case (.sevenFields, let stream?): [stream == 1 ? "/7.html" : "/7.html?sid=\(stream)"]
        case (.icecast, _), (.sevenFields, nil): []
        }
    }
}

/// A kind of page that shows what the mounts of a streaming server play.
package enum StatusForm: String, Hashable, Sendable, CaseIterable {
    /// The JSON page of Icecast 2.4 and compatible servers, with all mounts (icecast.org/docs, "Server Statistics").
    case icecast
    /// The JSON page of SHOUTcast 2 for all streams (`/statistics?json=1`) or for one stream (`/stats?sid=1&json=1`).
    case shoutcast
    /// The page `/7.html` of SHOUTcast 1 and 2, with seven fields about one stream.
    case sevenFields

    /// Returns the paths, with queries, at which servers offer the page. Empty if there is no such page.
    /// - Parameter stream: The number of the SHOUTcast stream whose own page is wanted. Nil means the page of all
    ///   mounts.
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

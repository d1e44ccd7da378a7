/// The server that decides from which pathway, a group of variants, to fetch (EXT-X-CONTENT-STEERING, rfc8216bis
/// §4.4.6.6).
package struct ContentSteering: Hashable, Sendable {
    /// The server's address as written, with variables replaced; relative to the playlist's URL.
    package var serverURI: String
    /// The pathway to begin with; nil if the playlist names none.
    package var pathwayID: String?

    package init(serverURI: String, pathwayID: String? = nil) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
    }
}

/// Who tells from which pathway to fetch (EXT-X-CONTENT-STEERING, rfc8216bis §4.4.6.6).
public struct ContentSteering: Hashable, Sendable {
    /// As written, variables replaced; relative to the playlist's URL.
    public var serverURI: String
    /// The pathway to begin with.
    public var pathwayID: String?

    public init(serverURI: String, pathwayID: String? = nil) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
    }
}

/// Where a station's titles are read.
public enum FollowedSource: String, Hashable, Sendable, CaseIterable {
    /// First from the stream. Once the server's status page has shown the same title as the stream, from the page.
    case auto
    /// From the stream: its metadata, or the playlist of an HLS stream.
    case stream
    /// From the server's status page only.
    case status
}

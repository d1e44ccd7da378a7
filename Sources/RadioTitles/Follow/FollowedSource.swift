/// Where a station's titles are read.
public enum FollowedSource: String, Hashable, Sendable, CaseIterable {
    /// From the stream at first; from the server's status page once the page and the stream have shown the same title.
    case auto
    /// From the stream: its metadata, or the playlist of an HLS stream.
    case stream
    /// From the server's status page only.
    case status
}

/// Where a station's titles are read.
public enum FollowedSource: String, Hashable, Sendable, CaseIterable {
    /// Beside the sound; on the server's page once that was seen to say the same.
    case auto
    /// Between the sound's bytes, or in the playlist of a stream of segments.
    case stream
    /// On the server's page only.
    case status
}

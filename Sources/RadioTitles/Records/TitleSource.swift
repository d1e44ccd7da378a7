/// Where a title was read.
public enum TitleSource: String, Hashable, Sendable {
    /// In the stream itself, between the sound's bytes.
    case inBand
    /// On the server's status page.
    case statusPage
    /// In an HLS playlist.
    case playlist
    /// By the player, at the time the title was heard.
    case heard
}

/// An action that an ``HlsMachine`` requests. Actions are carried out in order.
///
/// A number identifies each request and is never used for another one.
package enum HlsAction: Hashable, Sendable {
    case fetch(Int, HlsFetch)
    case cancel(Int)
    /// A segment is due that is not fetched, because only playlists are fetched (``HlsSettings/isPlaylistOnly``).
    case skip(SkippedSegment)
    /// The next media does not continue the media before, because of a seek or another rendition.
    case jump
    /// ``HlsMachine/presentation`` has changed.
    case presentationDidChange
    /// The stream has ended. Without an error, everything was fetched. No action follows.
    case end(HlsError?)
}

/// An action that an ``HlsMachine`` requests from its caller, which carries the actions out in order.
///
/// The number in `fetch` and `cancel` identifies a request. No two requests have the same number.
package enum HlsAction: Hashable, Sendable {
    case fetch(Int, HlsFetch)
    case cancel(Int)
    /// It is time to fetch a segment, but the segment is skipped, because only playlists are fetched
    /// (``HlsSettings/isPlaylistOnly``).
    case skip(SkippedSegment)
    /// The media fetched next does not continue the earlier media, because of a seek or a change of rendition.
    case jump
    /// ``HlsMachine/presentation`` has changed.
    case presentationDidChange
    /// The stream has ended. If there is no error, every segment was fetched. No further action follows.
    case end(HlsError?)
}

/// An action that an ``HlsMachine`` requests. Actions are carried out in order.
///
/// A number names a request. No number is used twice.
package enum HlsAction: Hashable, Sendable {
    case fetch(Int, HlsFetch)
    case cancel(Int)
    /// The turn of a segment has come that is not fetched (``HlsSettings/isPlaylistOnly``).
    case skip(SkippedSegment)
    /// The media that comes next is from elsewhere, because of a seek or another rendition.
    case jump
    /// ``HlsMachine/presentation`` has changed.
    case presentationDidChange
    /// Nothing follows. Without an error, everything was fetched. No action comes after this one.
    case end(HlsError?)
}

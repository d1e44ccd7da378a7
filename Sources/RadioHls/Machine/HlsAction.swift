/// What an ``HlsMachine`` wants done, in order. Numbers name requests; none is used twice.
package enum HlsAction: Hashable, Sendable {
    case fetch(Int, HlsFetch)
    case cancel(Int)
    /// A segment has its turn that is not fetched (``HlsSettings/isPlaylistOnly``).
    case skip(SkippedSegment)
    /// The media that comes next is from elsewhere: a seek, or another rendition.
    case jump
    /// ``HlsMachine/presentation`` is another.
    case presentationDidChange
    /// Nothing follows; nil: all of it was fetched. No action comes after it.
    case end(HlsError?)
}

/// A media playlist that brings the sound, and what the multivariant playlist says of it.
package struct HlsTrack: Hashable, Sendable {
    /// As the multivariant playlist writes it.
    package var uri: String
    /// The multivariant playlist's URL; empty where the media playlist is all there is.
    package var base: String
    /// The peak in bits a second, video included where it is in the same segments; a guess where the playlist has it only
    /// for sound and video together; zero where nothing is known.
    package var bandwidth: Int
    /// The variant's own: what candidates are ordered by.
    package var rank: Int
    /// CODECS; empty where they are not told.
    package var codecs: [String]
    /// There is video in its segments, too.
    package var hasVideo: Bool
    /// The rendition that it is; nil: the variant's own segments.
    package var rendition: Rendition?

    package init(
        uri: String, base: String = "", bandwidth: Int = 0, rank: Int = 0, codecs: [String] = [],
        hasVideo: Bool = false, rendition: Rendition? = nil
    ) {
        self.uri = uri
        self.base = base
        self.bandwidth = bandwidth
        self.rank = rank
        self.codecs = codecs
        self.hasVideo = hasVideo
        self.rendition = rendition
    }
}

/// A media playlist that brings the sound, and what the multivariant playlist says of it.
package struct HlsTrack: Hashable, Sendable {
    /// The address, as the multivariant playlist writes it.
    package var uri: String
    /// The multivariant playlist's URL; empty if there is only a media playlist.
    package var base: String
    /// The peak bit rate in bits a second; zero if nothing is known.
    ///
    /// It includes video if that is in the same segments. It is an estimate if the playlist gives the rate of sound and
    /// video together only.
    package var bandwidth: Int
    /// The bit rate of the variant, which orders the candidates.
    package var rank: Int
    /// The names in CODECS; empty if the playlist has none.
    package var codecs: [String]
    /// Whether the segments also contain video.
    package var hasVideo: Bool
    /// The rendition that the track is; nil for the variant's own segments.
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

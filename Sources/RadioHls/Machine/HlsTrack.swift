/// A media playlist with sound, of a variant or rendition, and what the multivariant playlist says about it.
package struct HlsTrack: Hashable, Sendable {
    /// The media playlist's address, as the multivariant playlist writes it.
    package var uri: String
    /// The multivariant playlist's URL; empty if there is only a media playlist.
    package var base: String
    /// The peak bit rate in bits a second; zero if it is not known.
    ///
    /// The bit rate includes video that is in the same segments. If the multivariant playlist states only the rate of
    /// sound and video together, the bit rate of the sound is an estimate.
    package var bandwidth: Int
    /// The variant's peak bit rate, by which ``VariantChooser`` orders the tracks.
    package var rank: Int
    /// The names in the variant's CODECS attribute; empty if there is none.
    package var codecs: [String]
    /// Whether the segments also contain video.
    package var hasVideo: Bool
    /// The rendition that the track plays; nil if the variant names no group of renditions.
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

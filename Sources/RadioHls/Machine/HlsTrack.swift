/// A media playlist with sound, and what the multivariant playlist says about it.
package struct HlsTrack: Hashable, Sendable {
    /// The address, as the multivariant playlist writes it.
    package var uri: String
    /// The multivariant playlist's URL; empty if there is only a media playlist.
    package var base: String
    /// The peak bit rate in bits a second; zero if nothing is known.
    ///
    /// The bit rate includes video that is in the same segments. If the multivariant playlist states only the rate of
    /// sound and video together, the bit rate of the sound is an estimate.
    package var bandwidth: Int
    /// The variant's bit rate, which determines the order of the candidates.
    package var rank: Int
    /// The names in CODECS; empty if the playlist has none.
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

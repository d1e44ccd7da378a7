/// A variant: one way to play a presentation (EXT-X-STREAM-INF, RFC 8216 §4.3.4.2; rfc8216bis §4.4.6.2).
package struct Variant: Hashable, Sendable {
    /// The size of the picture in pixels.
    package struct Resolution: Hashable, Sendable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The address as written, with variables replaced; relative to the playlist's URL.
    package var uri: String
    /// The peak bit rate in bits a second; zero if it is missing.
    package var bandwidth: Int
    /// The average bit rate in bits a second; nil if it is missing.
    package var averageBandwidth: Int?
    /// CODECS as written; see ``codecNames``.
    package var codecs: String?
    package var supplementalCodecs: String?
    package var resolution: Resolution?
    package var frameRate: Double?
    package var hdcpLevel: String?
    package var allowedCpc: String?
    package var videoRange: String?
    package var requiredVideoLayout: String?
    /// AUDIO: the group of renditions that contains the sound.
    package var audioGroup: String?
    package var videoGroup: String?
    package var subtitlesGroup: String?
    /// CLOSED-CAPTIONS: a group, or `NONE` if there are certainly none.
    package var closedCaptions: String?
    /// NAME, which many playlists use although it is not in the specification.
    package var name: String?
    /// STABLE-VARIANT-ID: identifies the variant even if its address changes; nil if it is missing.
    package var stableID: String?
    /// PATHWAY-ID: the group of variants to which ``ContentSteering`` may switch; `.` if there is none.
    package var pathwayID = "."
    /// SCORE: the author's rating of the variant, higher for a better one; nil if there is none.
    package var score: Double?
    /// PROGRAM-ID of protocol versions before 6.
    package var programID: Int?

    package init(uri: String, bandwidth: Int) {
        self.uri = uri
        self.bandwidth = bandwidth
    }

    /// The names of the codecs in CODECS (RFC 6381), such as `mp4a.40.2`, at most 32; empty if CODECS is missing.
    package var codecNames: [String] {
        (codecs ?? "").split(separator: ",").prefix(32).map { $0.trimmingBlanks }.filter { !$0.isEmpty }
    }
}

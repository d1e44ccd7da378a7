/// One way to play a presentation (EXT-X-STREAM-INF, RFC 8216 §4.3.4.2; rfc8216bis §4.4.6.2).
package struct Variant: Hashable, Sendable {
    package struct Resolution: Hashable, Sendable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// As written, variables replaced; relative to the playlist's URL.
    package var uri: String
    /// The peak in bits a second; zero where it is missing.
    package var bandwidth: Int
    /// In bits a second.
    package var averageBandwidth: Int?
    /// As written; see ``codecNames``.
    package var codecs: String?
    package var supplementalCodecs: String?
    package var resolution: Resolution?
    package var frameRate: Double?
    package var hdcpLevel: String?
    package var allowedCpc: String?
    package var videoRange: String?
    package var requiredVideoLayout: String?
    /// AUDIO: the group of renditions that its sound comes from.
    package var audioGroup: String?
    package var videoGroup: String?
    package var subtitlesGroup: String?
    /// `NONE` where there are none for certain.
    package var closedCaptions: String?
    /// NAME: not in the specification, but in many playlists.
    package var name: String?
    /// STABLE-VARIANT-ID.
    package var stableID: String?
    /// PATHWAY-ID; `.` where there is none.
    package var pathwayID = "."
    /// SCORE: higher is better.
    package var score: Double?
    /// PROGRAM-ID of protocol versions before 6.
    package var programID: Int?

    package init(uri: String, bandwidth: Int) {
        self.uri = uri
        self.bandwidth = bandwidth
    }

    /// The formats in it (RFC 6381), as `mp4a.40.2`; empty where CODECS is missing. At most 32 are told.
    package var codecNames: [String] {
        (codecs ?? "").split(separator: ",").prefix(32).map { $0.trimmingBlanks }.filter { !$0.isEmpty }
    }
}

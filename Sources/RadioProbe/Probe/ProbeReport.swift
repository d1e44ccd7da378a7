import RadioAudio
import RadioFormats
import RadioInspect
import RadioPlayer
import RadioStreams
import RadioText

/// What a ``StreamProbe`` learned of an address. All times count from the probe's start.
package struct ProbeReport: Sendable {
    /// One address of a host, numeric with its port.
    package struct Address: Hashable, Sendable {
        package var text: String
        /// When it was tried; nil for a connection that was kept from the request before.
        package var tried: Duration?
        /// The request went there.
        package var isConnected: Bool

        package var isIPv6: Bool { text.hasPrefix("[") }
    }

    /// One answer, redirects included.
    package struct Response: Hashable, Sendable {
        /// What was asked for.
        package var url: String
        package var head: CapturedResponse
        package var at: Duration
    }

    /// One request with its redirects. A list leads to more than one.
    package struct Try: Hashable, Sendable {
        package var url: String
        package var at: Duration
        package var addresses: [Address] = []
        package var responses: [Response] = []
        /// Why it failed, in the library's words.
        package var failure: String?
    }

    /// Of a station in segments (HTTP Live Streaming): what was asked for after its sound was found, which ``tries`` leaves out.
    package struct Segments: Hashable, Sendable {
        /// The media playlist that brings the sound.
        package var playlistURL: String
        /// Playlists, keys and segments that were asked for.
        package var requestCount = 0
        /// Those that were refused or broke off.
        package var failedCount = 0
        /// Where titles stand, in the order of their first appearance.
        package var titleSources: [TimedMetadata.Kind] = []
    }

    package struct Title: Hashable, Sendable {
        package var track: TrackInfo
        package var at: Duration
    }

    /// Kept by name; more are counted.
    package static let maximumTitles = 64
    /// Kept of one try: a host has hardly more.
    package static let maximumAddresses = 32

    package var url: String
    package var tries: [Try] = []
    /// What was found, once it turned out to be sound.
    package var info: StreamInfo?
    /// Nil where it does not come in segments.
    package var segments: Segments?
    /// As the frames' headers say it.
    package var format: MediaFormat?
    /// As it decodes, in the order of first appearance; the first is what an output would be opened with.
    package var decoded: [PCMFormat] = []
    /// Parametric stereo was met; it may begin some frames after the first.
    package var isParametricStereo = false
    package var titles: [Title] = []
    package var titleCount = 0
    /// The titles' charset and why; nil where all of them were ASCII.
    package var charset: CharsetDecision?
    package var headersAt: Duration?
    package var firstByteAt: Duration?
    package var firstSoundAt: Duration?
    package var endedAt = Duration.zero
    /// Bytes of all packets, and how long they last.
    package var soundByteCount = 0
    package var soundDuration = MediaTime.zero
    /// Packets, and how many of them could not be decoded.
    package var packetCount = 0
    package var damagedCount = 0
    /// What the last answer's body holds, as far as it came; of a station in segments its last playlist before the sound. Nil
    /// where no answer came.
    package var content: Inspection?
    /// Why there was no sound.
    package var error: PlaybackError?
    package var problems: [StreamProblem] = []

    package init(url: String) { self.url = url }

    /// The last answer.
    package var response: CapturedResponse? { tries.last?.responses.last?.head }

    /// Bits a second of the sound that came.
    package var measuredBitRate: Int? {
        if segments == nil, let frames = content?.report.frames { return frames.bitRate.mean }
        return soundDuration > .zero ? Int((Double(soundByteCount) * 8 / soundDuration.seconds).rounded()) : nil
    }

    /// Bits a second, as the server says: a header, or the variant that plays.
    package var declaredBitRate: Int? { segments == nil ? response?.icy.bitRate : info?.bitRate }
}

extension ProbeReport {
    /// The codec as people call it: `MP3`, `AAC`, `HE-AAC`, `HE-AAC v2`. Nil before the first frame.
    package var codecName: String? {
        format?.codecName(decoded: decoded.first, isParametricStereo: isParametricStereo)
    }
}

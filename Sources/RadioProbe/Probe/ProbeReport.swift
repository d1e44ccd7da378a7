import RadioAudio
import RadioFormats
import RadioInspect
import RadioPlayer
import RadioStreams
import RadioText

/// The findings of a ``StreamProbe`` about an address.
///
/// All times count from the start of the probe.
package struct ProbeReport: Sendable {
    /// One IP address of a host, with the port.
    package struct Address: Hashable, Sendable {
        package var text: String
        /// The time of the attempt to connect. Nil if the request used a connection that an earlier request had left
        /// open.
        package var tried: Duration?
        /// Whether the request was sent to this IP address.
        package var isConnected: Bool

        package var isIPv6: Bool { text.hasPrefix("[") }
    }

    /// One response, which may be a redirect.
    package struct Response: Hashable, Sendable {
        /// The requested address.
        package var url: String
        package var head: CapturedResponse
        package var at: Duration
    }

    /// One request with the responses to it and to its redirects.
    ///
    /// If the address delivers a list, further requests follow.
    package struct Try: Hashable, Sendable {
        package var url: String
        package var at: Duration
        package var addresses: [Address] = []
        package var responses: [Response] = []
        /// The reason why the request failed, in libcurl's words; nil if it did not fail.
        package var failure: String?
    }

    /// The requests to an HLS station (HTTP Live Streaming) after its sound was found.
    ///
    /// These requests are not in ``tries``.
    package struct Segments: Hashable, Sendable {
        /// The address of the media playlist whose segments contain the sound.
        package var playlistURL: String
        /// The number of requests for playlists, keys and segments.
        package var requestCount = 0
        /// The number of requests for playlists, keys and segments that the server refused, or that failed before their
        /// end.
        package var failedCount = 0
        /// The kinds of metadata that contained titles, in the order in which the kinds first appeared.
        package var titleSources: [TimedMetadata.Kind] = []
    }

    /// A title of the stream, and the time when it arrived.
    package struct Title: Hashable, Sendable {
        package var track: TrackInfo
        package var at: Duration
    }

    /// The maximum number of titles that the report stores. Further titles are only counted.
    package static let maximumTitles = 64
    /// The maximum number of IP addresses that the report stores for one request. Hosts hardly have more.
    package static let maximumAddresses = 32

    package var url: String
    package var tries: [Try] = []
    /// The description of the stream; nil until the address is known to deliver sound.
    package var info: StreamInfo?
    /// The requests for playlists, keys and segments, or nil if the station is not an HLS stream.
    package var segments: Segments?
    /// The format of the encoded sound, from the headers of its frames.
    package var format: MediaFormat?
    /// The formats of the decoded sound, in the order of first appearance.
    ///
    /// A player would open its output with the first one.
    package var decoded: [PCMFormat] = []
    /// Whether parametric stereo (HE-AAC v2) was found. It may begin some frames after the first.
    package var isParametricStereo = false
    package var titles: [Title] = []
    package var titleCount = 0
    /// The charset of the titles with the reasons for this choice, or nil if all titles are ASCII.
    package var charset: CharsetDecision?
    package var headersAt: Duration?
    package var firstByteAt: Duration?
    package var firstSoundAt: Duration?
    package var endedAt = Duration.zero
    /// The number of bytes of all received packets. `soundDuration` is the duration of their sound.
    package var soundByteCount = 0
    package var soundDuration = MediaTime.zero
    /// The number of packets. `damagedCount` is the number of packets that could not be decoded.
    package var packetCount = 0
    package var damagedCount = 0
    /// The content of the last response's body, as far as it was received.
    ///
    /// For an HLS station, the content of the last playlist before the sound. Nil if there was no response.
    package var content: Inspection?
    /// The reason why there was no sound, if there is one.
    package var error: PlaybackError?
    package var problems: [StreamProblem] = []

    package init(url: String) { self.url = url }

    /// The head of the last response.
    package var response: CapturedResponse? { tries.last?.responses.last?.head }

    /// The bit rate of the received sound, in bits per second.
    package var measuredBitRate: Int? {
        if segments == nil, let frames = content?.report.frames { return frames.bitRate.mean }
        return soundDuration > .zero ? Int((Double(soundByteCount) * 8 / soundDuration.seconds).rounded()) : nil
    }

    /// The bit rate that a header of the server or the playing variant declares, in bits per second.
    package var declaredBitRate: Int? { segments == nil ? response?.icy.bitRate : info?.bitRate }
}

extension ProbeReport {
    /// The codec's usual name: `MP3`, `AAC`, `HE-AAC`, `HE-AAC v2`. Nil before the first frame.
    package var codecName: String? {
        format?.codecName(decoded: decoded.first, isParametricStereo: isParametricStereo)
    }
}

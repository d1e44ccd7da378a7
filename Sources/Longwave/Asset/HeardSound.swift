import RadioAudio
import RadioFormats
import RadioHTTP
import RadioJSON
import RadioPlayer
import RadioStreams
import RadioText

/// What a ``StreamListener`` learned about an address.
///
/// All times count from the beginning of the first request.
package struct HeardSound: Hashable, Sendable {
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
        package var head: ResponseHead
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

    /// The maximum number of titles that are stored. Further titles are only counted.
    package static let maximumTitles = 64
    /// The maximum number of IP addresses that are stored for one request. Hosts hardly have more.
    package static let maximumAddresses = 32
    /// The maximum number of responses that are stored for one request. As many redirects are followed.
    package static let maximumResponses = 32

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
    /// The time at which the first byte of the last response's body arrived. The last response is the one that should
    /// contain the sound, after all redirects and lists.
    package var firstByteAt: Duration?
    package var firstSoundAt: Duration?
    package var endedAt = Duration.zero
    /// The number of bytes of the last response's body, which contains the ICY metadata.
    package var bodyByteCount = 0
    /// The number of bytes of all received packets. `soundDuration` is the duration of their sound.
    package var soundByteCount = 0
    package var soundDuration = MediaTime.zero
    /// The number of packets. `damagedCount` is the number of packets that could not be decoded.
    package var packetCount = 0
    package var damagedCount = 0
    /// The reason why there was no sound, if there is one.
    package var error: PlaybackError?

    package init(url: String) { self.url = url }

    /// The head of the last response.
    package var response: ResponseHead? { tries.last?.responses.last?.head }

    /// The codec's usual name: `MP3`, `AAC`, `HE-AAC`, `HE-AAC v2`. Nil before the first frame.
    package var codecName: String? {
        format?.codecName(decoded: decoded.first, isParametricStereo: isParametricStereo)
    }

    /// The bit rate of the received sound, in bits per second.
    package var measuredBitRate: Int? {
        soundDuration > .zero ? Int(nearest: Double(soundByteCount) * 8 / soundDuration.seconds) : nil
    }

    // MARK: Events

    package mutating func tried(_ address: String, at: Duration) {
        changeLast { last in
            guard last.addresses.count < Self.maximumAddresses else { return }
            last.addresses.append(Address(text: address, tried: at, isConnected: false))
        }
    }

    package mutating func connected(to address: String) {
        changeLast { last in
            if let index = last.addresses.lastIndex(where: { $0.text == address }) {
                last.addresses[index].isConnected = true
            } else if last.addresses.count < Self.maximumAddresses {
                last.addresses.append(Address(text: address, tried: nil, isConnected: true))
            }
        }
    }

    package mutating func brought(_ track: TrackInfo, at: Duration) {
        guard track.kind != .none, track.raw != titles.last?.track.raw else { return }
        titleCount += 1
        if titles.count < Self.maximumTitles { titles.append(Title(track: track, at: at)) }
    }

    package mutating func decoded(as format: PCMFormat, isParametricStereo: Bool = false, at: Duration) {
        if firstSoundAt == nil { firstSoundAt = at }
        if isParametricStereo { self.isParametricStereo = true }
        if !decoded.contains(format), decoded.count < 16 { decoded.append(format) }
    }

    mutating func changeLast(_ change: (inout Try) -> Void) {
        if !tries.isEmpty { change(&tries[tries.count - 1]) }
    }
}

extension ResponseHead {
    /// The station's name, bit rate and so on, as the headers state them.
    package var icy: IcyHeaders { IcyHeaders(headers) }
}

import RadioAudio
import RadioFormats
import RadioInspect
import RadioPlayer
import RadioStreams

/// The findings of a ``StationChecker`` at one address.
///
/// Times count from the first request.
package struct AddressHealth: Hashable, Sendable {
    package var url: String
    /// The responses at this address itself. Responses of addresses in a list are not included.
    package var redirects = RedirectChain()
    /// The description of the stream, once the address turned out to be sound.
    package var info: StreamInfo?
    /// The format in the frames' headers.
    package var format: MediaFormat?
    /// The format of the decoded sound.
    package var decoded: PCMFormat?
    package var isParametricStereo = false
    /// The bytes of encoded sound received. `soundDuration` is their duration.
    package var soundBytes = 0
    package var soundDuration = Duration.zero
    package var packetCount = 0
    /// The number of packets that could not be decoded. Only the first packets are decoded.
    package var damagedCount = 0
    /// The first title, if one came in time.
    package var title: TrackInfo?
    /// The time until the first byte of the last response's body.
    package var firstByteAt: Duration?
    package var firstSoundAt: Duration?
    package var endedAt = Duration.zero
    /// The reason why there was no sound, or nil if there was.
    package var error: PlaybackError?

    package init(url: String) { self.url = url }

    /// Whether sound came and could be decoded.
    package var isAlive: Bool { error == nil && decoded != nil }

    /// Whether the address sends titles: it announces metadata blocks, or a title came.
    package var hasTitles: Bool { info?.metaint != nil || title != nil }

    /// The codec's usual name: `MP3`, `AAC`, `HE-AAC`, `HE-AAC v2`.
    package var codecName: String? { format?.codecName(decoded: decoded, isParametricStereo: isParametricStereo) }

    /// The bits a second of the sound received.
    package var measuredBitRate: Int? {
        let seconds = soundDuration / .seconds(1)
        return seconds > 0 ? Int((Double(soundBytes) * 8 / seconds).rounded()) : nil
    }

    /// The bits a second that a header of the server or the playing variant declares.
    package var declaredBitRate: Int? { info?.bitRate }

    /// The bits a second to write into a list. Nil for a station with several bit rates (HLS).
    package var bitRate: Int? {
        guard let info, (info.presentation?.variants.count ?? 0) < 2 else { return nil }
        return BitRateReading.rate(
            named: format?.bitRate, declared: info.presentation == nil ? info.bitRate : nil, measured: measuredBitRate)
    }

    /// The faults of an address that plays.
    package var problems: [StreamProblem] {
        guard isAlive, let info else { return [] }
        var problems: [StreamProblem] = []
        if info.presentation == nil {
            if let type = info.contentType, let kind = kinds.first,
                !kinds.contains(where: { $0.fits(contentType: type) })
            {
                problems.append(.otherContent(declared: String(type.prefix(100)), found: kind))
            }
            if let declared = info.bitRate, let found = format?.bitRate ?? measuredBitRate {
                problems += StreamProblem.ofBitRate(declared: declared, found: found)
            }
        }
        // A few damaged frames are normal: at the start of a stream, a frame may lack the data before it.
        if damagedCount * 4 > min(packetCount, AddressCheck.maximumDecoded) {
            problems.append(.undecodable(frames: damagedCount, of: packetCount))
        }
        return problems
    }

    /// The kinds that can have carried the sound, the likeliest first. Packets do not give the kind.
    private var kinds: [ContentKind] {
        switch format?.framing {
        case .mpegAudio: [.mpegAudio, .mpegTS, .mp4]
        case .adts: [.adts, .mpegTS]
        case .vorbis: [.ogg]
        case .opus: [.ogg, .mp4]
        case .flac: [.flac, .ogg, .mp4]
        case .raw, .pcm, nil: []
        }
    }
}

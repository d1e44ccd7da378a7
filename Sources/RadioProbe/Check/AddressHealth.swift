import RadioAudio
import RadioFormats
import RadioInspect
import RadioPlayer
import RadioStreams

/// The findings of a ``StationChecker`` about one address.
///
/// All times count from the beginning of the first request.
package struct AddressHealth: Hashable, Sendable {
    package var url: String
    /// The responses at this address itself. If the address delivers a list, the responses at the list's addresses are
    /// not included.
    package var redirects = RedirectChain()
    /// The description of the stream; nil until the address is known to deliver sound.
    package var info: StreamInfo?
    /// The format that the frames' headers state.
    package var format: MediaFormat?
    /// The format of the decoded sound.
    package var decoded: PCMFormat?
    package var isParametricStereo = false
    /// The number of bytes of encoded sound that were received. `soundDuration` is the duration of this sound.
    package var soundBytes = 0
    package var soundDuration = Duration.zero
    package var packetCount = 0
    /// The number of packets that could not be decoded. Only the first packets are decoded.
    package var damagedCount = 0
    /// The first title, if one came before the check ended.
    package var title: TrackInfo?
    /// The time at which the first byte of the last response's body arrived.
    package var firstByteAt: Duration?
    package var firstSoundAt: Duration?
    package var endedAt = Duration.zero
    /// The reason why there was no sound, or nil if there was sound.
    package var error: PlaybackError?

    package init(url: String) { self.url = url }

    /// Whether sound arrived and could be decoded.
    package var isAlive: Bool { error == nil && decoded != nil }

    /// Whether the address sends titles: it announces metadata blocks, or a title arrived.
    package var hasTitles: Bool { info?.metaint != nil || title != nil }

    /// The codec's usual name: `MP3`, `AAC`, `HE-AAC`, `HE-AAC v2`.
    package var codecName: String? { format?.codecName(decoded: decoded, isParametricStereo: isParametricStereo) }

    /// The bit rate of the received sound, in bits per second.
    package var measuredBitRate: Int? {
        let seconds = soundDuration / .seconds(1)
        return seconds > 0 ? Int((Double(soundBytes) * 8 / seconds).rounded()) : nil
    }

    /// The bit rate that a header of the server or the playing variant declares, in bits per second.
    package var declaredBitRate: Int? { info?.bitRate }

    /// The bit rate to write into a list, in bits per second. Nil for a station with several bit rates (HLS).
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
        // A few damaged frames are normal, because the first frames of a stream may need data of earlier frames, which
        // were not received.
        if damagedCount * 4 > min(packetCount, AddressCheck.maximumDecoded) {
            problems.append(.undecodable(frames: damagedCount, of: packetCount))
        }
        return problems
    }

    /// The kinds of content in which the sound may have arrived, the likeliest first. Packets alone do not show whether
    /// they came from a container such as MPEG-TS.
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

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
    /// The responses to the request for this address, including redirects. If the address delivers a list of addresses,
    /// the responses from those addresses are not included.
    package var redirects = RedirectChain()
    /// The description of the stream; nil until the address is known to deliver sound.
    package var info: StreamInfo?
    /// The format of the encoded sound, from the headers of its frames.
    package var format: MediaFormat?
    /// The format of the decoded sound.
    package var decoded: PCMFormat?
    package var isParametricStereo = false
    /// The number of bytes of encoded sound that were received. `soundDuration` is the duration of this sound.
    package var soundBytes = 0
    package var soundDuration = Duration.zero
    package var packetCount = 0
    /// The number of packets that could not be decoded. Only the first packets are decoded, usually 32.
    package var damagedCount = 0
    /// The first title, or nil if none arrived before the check ended.
    package var title: TrackInfo?
    /// The time at which the first byte of the last response's body arrived. The last response is the one that should
    /// contain the sound, after all redirects and lists.
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

    /// The faults that the check found although the address plays, such as a wrong content type or bit rate. Empty if
    /// the address does not play.
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
        // A few packets that cannot be decoded are normal: the first frames after connecting may need data of earlier
        // frames, which were not received. More than a quarter is a fault.
        if damagedCount * 4 > min(packetCount, AddressCheck.maximumDecoded) {
            problems.append(.undecodable(frames: damagedCount, of: packetCount))
        }
        return problems
    }

    /// The kinds of content that may have contained the packets, the likeliest first. The packets alone do not show
    /// whether they came from a container such as MPEG-TS.
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

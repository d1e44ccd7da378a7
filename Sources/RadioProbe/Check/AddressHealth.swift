import RadioAudio
import RadioFormats
import RadioInspect
import RadioPlayer
import RadioStreams

/// What a ``StationChecker`` found at one address of a station. Times count from when it was asked for first.
package struct AddressHealth: Hashable, Sendable {
    package var url: String
    /// The answers at this address itself; what a list behind it leads to is not among them.
    package var redirects = RedirectChain()
    /// Once it turned out to be sound.
    package var info: StreamInfo?
    /// As the frames' headers say it.
    package var format: MediaFormat?
    /// As it decodes.
    package var decoded: PCMFormat?
    package var isParametricStereo = false
    /// Of the encoded sound that came, and how long it lasts.
    package var soundBytes = 0
    package var soundDuration = Duration.zero
    package var packetCount = 0
    /// Packets that could not be decoded; only the first ones are.
    package var damagedCount = 0
    /// The first one, if one came in time.
    package var title: TrackInfo?
    /// Until the first byte of the last answer's body.
    package var firstByteAt: Duration?
    package var firstSoundAt: Duration?
    package var endedAt = Duration.zero
    /// Why there was no sound; nil where there was.
    package var error: PlaybackError?

    package init(url: String) { self.url = url }

    /// Sound came, and could be decoded.
    package var isAlive: Bool { error == nil && decoded != nil }

    /// It says what it plays: blocks for titles are announced, or a title came.
    package var hasTitles: Bool { info?.metaint != nil || title != nil }

    /// As people call it: `MP3`, `AAC`, `HE-AAC`, `HE-AAC v2`.
    package var codecName: String? { format?.codecName(decoded: decoded, isParametricStereo: isParametricStereo) }

    /// Bits a second of the sound that came.
    package var measuredBitRate: Int? {
        let seconds = soundDuration / .seconds(1)
        return seconds > 0 ? Int((Double(soundBytes) * 8 / seconds).rounded()) : nil
    }

    /// Bits a second, as the server says: a header, or the variant that plays.
    package var declaredBitRate: Int? { info?.bitRate }

    /// Bits a second as a list should say it. Of a station in several bit rates (HLS) there is none.
    package var bitRate: Int? {
        guard let info, (info.presentation?.variants.count ?? 0) < 2 else { return nil }
        return BitRateReading.rate(
            named: format?.bitRate, declared: info.presentation == nil ? info.bitRate : nil, measured: measuredBitRate)
    }

    /// What is wrong although it plays.
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
        // Where a stream is joined a frame may lack what came before it.
        if damagedCount * 4 > min(packetCount, AddressCheck.maximumDecoded) {
            problems.append(.undecodable(frames: damagedCount, of: packetCount))
        }
        return problems
    }

    /// What can have carried the sound, the likeliest first: packets do not tell.
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

import RadioAudio
import RadioFormats

/// The findings of a ``StationChecker`` about one address: what was heard, and where the address leads.
@dynamicMemberLookup
package struct AddressHealth: Hashable, Sendable {
    /// What was heard, without the requests.
    package var heard: HeardSound
    /// The responses to the request for this address, including redirects. If the address delivers a list of addresses,
    /// the responses from those addresses are not included.
    package var redirects = RedirectChain()

    package init(_ heard: HeardSound) {
        self.heard = heard
        self.heard.tries = []
        for response in heard.tries.first?.responses ?? [] where response.head.status >= 200 {
            redirects.add(.init(url: response.head.url, status: response.head.status))
        }
    }

    package subscript<Value>(dynamicMember path: KeyPath<HeardSound, Value>) -> Value { heard[keyPath: path] }

    /// Whether sound arrived and could be decoded.
    package var isAlive: Bool { heard.error == nil && !heard.decoded.isEmpty }

    /// The first title, or nil if none arrived before the check ended.
    package var title: TrackInfo? { heard.titles.first?.track }

    /// Whether the address sends titles: it announces metadata blocks, or a title arrived.
    package var hasTitles: Bool { heard.info?.metaint != nil || title != nil }

    /// The bit rate that a header of the server or the playing variant declares, in bits per second.
    package var declaredBitRate: Int? { heard.info?.bitRate }

    /// The bit rate to write into a list, in bits per second. Nil for a station with several bit rates (HLS).
    package var bitRate: Int? {
        guard let info = heard.info, (info.presentation?.variants.count ?? 0) < 2 else { return nil }
        return BitRateReading.rate(
            named: heard.format?.bitRate, declared: info.presentation == nil ? info.bitRate : nil,
            measured: heard.measuredBitRate)
    }

    /// The faults that the check found although the address plays, such as a wrong content type or bit rate. Empty if
    /// the address does not play.
    package var problems: [StreamProblem] {
        guard isAlive, let info = heard.info else { return [] }
        var problems: [StreamProblem] = []
        if info.presentation == nil {
            if let type = info.contentType, let kind = kinds.first,
                !kinds.contains(where: { $0.fits(contentType: type) })
            {
                problems.append(.otherContent(declared: String(type.prefix(100)), found: kind))
            }
            if let declared = info.bitRate, let found = heard.format?.bitRate ?? heard.measuredBitRate {
                problems += StreamProblem.ofBitRate(declared: declared, found: found)
            }
        }
        // A few packets that cannot be decoded are normal: the first frames after connecting may need data of earlier
        // frames, which were not received. More than a quarter is a fault.
        if heard.damagedCount * 4 > min(heard.packetCount, AddressCheck.maximumDecoded) {
            problems.append(.undecodable(frames: heard.damagedCount, of: heard.packetCount))
        }
        return problems
    }

    /// The kinds of content that may have contained the packets, the likeliest first. The packets alone do not show
    /// whether they came from a container such as MPEG-TS.
    private var kinds: [ContentKind] {
        switch heard.format?.framing {
        case .mpegAudio: [.mpegAudio, .mpegTS, .mp4]
        case .adts: [.adts, .mpegTS]
        case .vorbis: [.ogg]
        case .opus: [.ogg, .mp4]
        case .flac: [.flac, .ogg, .mp4]
        case .raw, .pcm, nil: []
        }
    }
}

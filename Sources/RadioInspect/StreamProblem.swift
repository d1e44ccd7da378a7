import RadioFormats
import RadioHls

/// What is wrong with a stream or capture, or worth knowing when it sounds wrong; in words by its description.
package enum StreamProblem: Hashable, Sendable, CustomStringConvertible {
    /// Nothing is in it.
    case empty
    /// A status that is no success.
    case status(Int, retryAfter: Int?)
    /// The content type says one thing, the bytes are another.
    case otherContent(declared: String, found: ContentKind)
    /// A page where sound should be.
    case webPage
    /// No sound, no list, no page.
    case noSound
    /// Recognised, but not played by this version.
    case notPlayed(ContentKind)
    /// An answer of a station's server without metadata.
    case noTitles
    /// The value of an `icy-metaint` that cannot be meant.
    case badMetaint(String)
    case headUnfinished
    /// Bytes between frames that belong to none.
    case gaps(Int, bytes: Int)
    /// The sound's form changes on the way.
    case forms(Int)
    /// Declared and found bits a second.
    case bitRate(declared: Int, found: Int)
    /// Samples a second that the server declared, and decoded ones.
    case sampleRate(declared: Int, found: Int)
    /// Metadata blocks without a title in them.
    case blocksWithoutTitle(Int)
    /// The certificate's time is over.
    case certificateExpired
    /// The certificate is not trusted, or of another name.
    case certificateRefused
    /// Addresses of the host that had not answered when another did.
    case deadAddresses([String])
    /// The connection ended so soon after the first sound.
    case endedEarly(Duration)
    /// Sound comes slower than it plays: the part of real time.
    case slow(Double)
    /// Frames that could not be decoded, of how many.
    case undecodable(frames: Int, of: Int)
    /// An HLS playlist that cannot be read.
    case playlist(HlsPlaylistError)
    /// Faults of an HLS playlist that is read all the same.
    case playlistFaults(Int)
    /// It ended before its time, since so many bytes had come.
    case limit(bytes: Int)
    /// A media segment without sound that is played.
    case segment(SegmentProblem)
    /// Times that packets of a transport stream were missing.
    case transportFaults(Int)
    /// Times that a segment's bytes were missing or could not be read.
    case segmentDamage(Int)
    /// Pages of an Ogg stream with a wrong checksum.
    case damagedPages(Int)
    /// Times that pages of the sound were missing.
    case missingPages(Int)
    /// A FLAC file decodes to other samples than were encoded, by its MD5.
    case wrongSamples
    /// Packets whose time is not where the one before ended.
    case timeJumps(Int)

    /// A stable name for programs.
    package var name: String {
        switch self {
        case .empty: "empty"
        case .status: "status"
        case .otherContent: "otherContent"
        case .webPage: "webPage"
        case .noSound: "noSound"
        case .notPlayed: "notPlayed"
        case .noTitles: "noTitles"
        case .badMetaint: "badMetaint"
        case .headUnfinished: "headUnfinished"
        case .gaps: "gaps"
        case .forms: "forms"
        case .bitRate: "bitRate"
        case .sampleRate: "sampleRate"
        case .blocksWithoutTitle: "blocksWithoutTitle"
        case .certificateExpired: "certificateExpired"
        case .certificateRefused: "certificateRefused"
        case .deadAddresses: "deadAddresses"
        case .endedEarly: "endedEarly"
        case .slow: "slow"
        case .undecodable: "undecodable"
        case .playlist: "playlist"
        case .playlistFaults: "playlistFaults"
        case .limit: "limit"
        case .segment(let problem): problem.name
        case .transportFaults: "transportFaults"
        case .segmentDamage: "segmentDamage"
        case .damagedPages: "damagedPages"
        case .missingPages: "missingPages"
        case .wrongSamples: "wrongSamples"
        case .timeJumps: "timeJumps"
        }
    }

    /// A sentence without a full stop. It may hold strangers' text.
    package var description: String {
        switch self {
        case .empty: return "it is empty"
        case .status(let status, let wait):
            let text = "the server returned \(status)\(Self.meaning(status))"
            return wait.map { "\(text), and asks to try again in \($0) s" } ?? text
        case .otherContent(let declared, let found): return "declares \(declared) but sends \(found.displayName)"
        case .webPage: return "a web page, not sound: a captive portal or a moved station"
        case .noSound: return "no sound in the data"
        case .notPlayed(let kind): return "\(kind.displayName), which is not supported"
        case .noTitles: return "no icy-metaint: the station sends no titles"
        case .badMetaint(let value): return "icy-metaint is \"\(value)\", which is not valid: all data is read as sound"
        case .headUnfinished: return "begins with response headers that do not end"
        case .gaps(let count, let bytes): return "\(count) gaps between frames, \(bytes) bytes in total"
        case .forms(let count): return "sample rate or channels change: \(count) formats"
        case .bitRate(let declared, let found):
            return "declares \((declared + 500) / 1000) kbit/s but sends \((found + 500) / 1000) kbit/s"
        case .sampleRate(let declared, let found): return "declares \(declared) Hz but decodes to \(found) Hz"
        case .blocksWithoutTitle(let count): return "\(count) metadata blocks without a title"
        case .certificateExpired: return "the TLS certificate has expired"
        case .certificateRefused: return "the TLS certificate is not trusted, or belongs to another host"
        case .deadAddresses(let addresses): return "no answer in time at \(addresses.joined(separator: ", "))"
        case .endedEarly(let after):
            let tenths = after / .milliseconds(100)
            return "the connection ended \((tenths).rounded() / 10) s after the first sound"
        case .slow(let part): return "arrives too slowly: \(Int(part * 100)) % of real time"
        case .undecodable(let frames, let all): return "\(frames) of \(all) frames could not be decoded"
        case .playlist(let error): return "the playlist cannot be read: \(error)"
        case .playlistFaults(let count): return "the playlist has \(count) warnings"
        case .limit(let bytes): return "ended at the limit of \(bytes) bytes"
        case .segment(let problem): return "\(problem)"
        case .transportFaults(let count):
            return "packets of the transport stream are missing (continuity faults: \(count))"
        case .segmentDamage(let count): return "bytes are missing or unreadable (places: \(count))"
        case .damagedPages(let count): return "pages with a wrong checksum: \(count)"
        case .missingPages(let count): return "sound pages are missing (places: \(count))"
        case .wrongSamples: return "the decoded samples differ from the original: wrong MD5"
        case .timeJumps(let count): return "packets do not follow each other in time (jumps: \(count))"
        }
    }

    private static func meaning(_ status: Int) -> String {
        switch status {
        case 401: " (a password is needed)"
        case 403: " (access denied)"
        case 404: " (not found)"
        case 410: " (gone)"
        case 429: " (too many requests)"
        case 503: " (unavailable)"
        case _: ""
        }
    }
}

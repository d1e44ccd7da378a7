import RadioFormats
import RadioHls

/// A fault of a stream or captured file, or a fact that explains poor sound.
///
/// ``description`` is a text for people, and ``name`` a stable name for programs.
package enum StreamProblem: Hashable, Sendable, CustomStringConvertible {
    /// The input has no content.
    case empty
    /// The HTTP status is not a success. `retryAfter` is the number of seconds in `Retry-After`, or nil.
    case status(Int, retryAfter: Int?)
    /// The bytes contradict the declared content type.
    case otherContent(declared: String, found: ContentKind)
    /// The address delivers a web page instead of sound.
    case webPage
    /// The content is neither sound, nor a list, nor a web page.
    case noSound
    /// The kind of content is recognised, but this version of Longwave does not play it.
    case notPlayed(ContentKind)
    /// The station's server sends no metadata, and therefore no titles.
    case noTitles
    /// The value of `icy-metaint` is impossible.
    case badMetaint(String)
    case headUnfinished
    /// There are this many gaps between frames, with `bytes` bytes in all that belong to no frame.
    case gaps(Int, bytes: Int)
    /// The sample rate or channel count changes within the sound, which has this many different combinations of both.
    case forms(Int)
    /// The declared bit rate differs from the one found. Both are in bits per second.
    case bitRate(declared: Int, found: Int)
    /// The declared sample rate differs from the decoded one. Both are in hertz.
    case sampleRate(declared: Int, found: Int)
    /// This many metadata blocks have no title.
    case blocksWithoutTitle(Int)
    /// The server's TLS certificate has expired.
    case certificateExpired
    /// The server's TLS certificate is not trusted, or is for another host name.
    case certificateRefused
    /// These IP addresses of the host were tried first, but had not answered when another address answered.
    case deadAddresses([String])
    /// The connection ended this long after the first sound.
    case endedEarly(Duration)
    /// The sound arrives more slowly than it plays, at this fraction of real time.
    case slow(Double)
    /// This many frames, of the total `of`, could not be decoded.
    case undecodable(frames: Int, of: Int)
    /// The HLS playlist cannot be read.
    case playlist(HlsPlaylistError)
    /// The HLS playlist has this many faults, but can be read.
    case playlistFaults(Int)
    /// The probe ended early, because this many bytes, the limit, had arrived.
    case limit(bytes: Int)
    /// The media segment has no sound that can be played.
    case segment(SegmentProblem)
    /// Packets of a transport stream were missing this many times.
    case transportFaults(Int)
    /// Bytes of a media segment were missing or unreadable this many times.
    case segmentDamage(Int)
    /// This many pages of an Ogg stream have a wrong checksum.
    case damagedPages(Int)
    /// Pages of an Ogg stream's sound were missing this many times.
    case missingPages(Int)
    /// The decoded samples of a FLAC file differ from the original samples, whose MD5 the file states.
    case wrongSamples
    /// The time stamps of this many packets differ from the ends of the packets before them.
    case timeJumps(Int)

    /// The `kind` of the problem in JSON output. It stays the same in later versions.
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

    /// A description in words, without a full stop. It may contain text from a server or file.
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
        case .gaps(let count, let bytes):
            return "\(count.counted("gap")) between frames, \(bytes.counted("byte")) in total"
        case .forms(let count): return "sample rate or channels change: \(count) formats"
        case .bitRate(let declared, let found):
            return "declares \((declared + 500) / 1000) kbit/s but sends \((found + 500) / 1000) kbit/s"
        case .sampleRate(let declared, let found): return "declares \(declared) Hz but decodes to \(found) Hz"
        case .blocksWithoutTitle(let count): return "\(count.counted("metadata block")) without a title"
        case .certificateExpired: return "the TLS certificate has expired"
        case .certificateRefused: return "the TLS certificate is not trusted, or belongs to another host"
        case .deadAddresses(let addresses): return "no answer in time at \(addresses.joined(separator: ", "))"
        case .endedEarly(let after):
            let tenths = after / .milliseconds(100)
            return "the connection ended \((tenths).rounded() / 10) s after the first sound"
        case .slow(let part): return "arrives too slowly: \(Int(part * 100)) % of real time"
        case .undecodable(let frames, let all): return "\(frames) of \(all) frames could not be decoded"
        case .playlist(let error): return "the playlist cannot be read: \(error)"
        case .playlistFaults(let count): return "the playlist has \(count.counted("warning"))"
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

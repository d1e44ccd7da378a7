import RadioFormats
import RadioHls

/// A fault of a stream or captured file, or a fact that explains poor sound.
package struct StreamProblem: Hashable, Sendable, CustomStringConvertible {
    /// The `kind` of the problem in JSON output. It stays the same in later versions.
    package let name: String
    /// A description in words, without a full stop. It may contain text from a server or file.
    package let description: String

    private init(_ name: String, _ description: String) { (self.name, self.description) = (name, description) }

    /// The input has no content.
    package static let empty = Self("empty", "it is empty")
    /// The HTTP status is not a success. `retryAfter` is the number of seconds in `Retry-After`, or nil.
    package static func status(_ status: Int, retryAfter: Int?) -> Self {
        let meaning = meanings[status].map { " (\($0))" } ?? ""
        let wait = retryAfter.map { ", and asks to try again in \($0) s" } ?? ""
        return Self("status", "the server returned \(status)\(meaning)\(wait)")
    }
    /// The bytes contradict the declared content type.
    package static func otherContent(declared: String, found: ContentKind) -> Self {
        Self("otherContent", "declares \(declared) but sends \(found.displayName)")
    }
    /// The address delivers a web page instead of sound.
    package static let webPage = Self("webPage", "a web page, not sound: a captive portal or a moved station")
    /// The content is neither sound, nor a list, nor a web page.
    package static let noSound = Self("noSound", "no sound in the data")
    /// The kind of content is recognised, but this version of Longwave does not play it.
    package static func notPlayed(_ kind: ContentKind) -> Self {
        Self("notPlayed", "\(kind.displayName), which is not supported")
    }
    /// The station's server sends no metadata, and therefore no titles.
    package static let noTitles = Self("noTitles", "no icy-metaint: the station sends no titles")
    /// The value of `icy-metaint` is impossible.
    package static func badMetaint(_ value: String) -> Self {
        Self("badMetaint", "icy-metaint is \"\(value)\", which is not valid: all data is read as sound")
    }
    /// The body contains metadata blocks after each of this many bytes of sound, although no header announces them.
    package static func unannouncedBlocks(every: Int) -> Self {
        Self("unannouncedBlocks", "no icy-metaint, but the sound contains titles after each \(every.counted("byte"))")
    }
    /// The body begins with a second response head, which a proxy has passed on.
    package static let headInBody = Self(
        "headInBody", "the body begins with a second response head, which a proxy has passed on")
    package static let headUnfinished = Self("headUnfinished", "begins with response headers that do not end")
    /// There are this many gaps between frames, with `bytes` bytes in all that belong to no frame.
    package static func gaps(_ count: Int, bytes: Int) -> Self {
        Self("gaps", "\(count.counted("gap")) between frames, \(bytes.counted("byte")) in total")
    }
    /// The sample rate or channel count changes within the sound, which has this many different combinations of both.
    package static func forms(_ count: Int) -> Self {
        Self("forms", "sample rate or channels change: \(count) formats")
    }
    /// The declared bit rate differs from the one found. Both are in bits per second.
    package static func bitRate(declared: Int, found: Int) -> Self {
        Self("bitRate", "declares \((declared + 500) / 1000) kbit/s but sends \((found + 500) / 1000) kbit/s")
    }
    /// The declared sample rate differs from the decoded one. Both are in hertz.
    package static func sampleRate(declared: Int, found: Int) -> Self {
        Self("sampleRate", "declares \(declared) Hz but decodes to \(found) Hz")
    }
    /// This many metadata blocks have no title.
    package static func blocksWithoutTitle(_ count: Int) -> Self {
        Self("blocksWithoutTitle", "\(count.counted("metadata block")) without a title")
    }
    /// The server's TLS certificate has expired.
    package static let certificateExpired = Self("certificateExpired", "the TLS certificate has expired")
    /// The server's TLS certificate is not trusted, or is for another host name.
    package static let certificateRefused = Self(
        "certificateRefused", "the TLS certificate is not trusted, or belongs to another host")
    /// These IP addresses of the host were tried first, but had not answered when another address answered.
    package static func deadAddresses(_ addresses: [String]) -> Self {
        Self("deadAddresses", "no answer in time at \(addresses.joined(separator: ", "))")
    }
    /// The connection ended this long after the first sound.
    package static func endedEarly(_ after: Duration) -> Self {
        let tenths = (after / .milliseconds(100)).rounded()
        return Self("endedEarly", "the connection ended \(tenths / 10) s after the first sound")
    }
    /// The sound arrives more slowly than it plays, at this fraction of real time.
    package static func slow(_ part: Double) -> Self {
        Self("slow", "arrives too slowly: \(Int(part * 100)) % of real time")
    }
    /// This many frames, of the total `of`, could not be decoded.
    package static func undecodable(frames: Int, of all: Int) -> Self {
        Self("undecodable", "\(frames) of \(all) frames could not be decoded")
    }
    /// The HLS playlist cannot be read.
    package static func playlist(_ error: HlsPlaylistError) -> Self {
        Self("playlist", "the playlist cannot be read: \(error)")
    }
    /// The HLS playlist has this many faults, but can be read.
    package static func playlistFaults(_ count: Int) -> Self {
        Self("playlistFaults", "the playlist has \(count.counted("warning"))")
    }
    /// The probe ended early, because this many bytes, the limit, had arrived.
    package static func limit(bytes: Int) -> Self { Self("limit", "ended at the limit of \(bytes) bytes") }
    /// The media segment has no sound that can be played.
    package static func segment(_ problem: SegmentProblem) -> Self { Self(problem.name, "\(problem)") }
    /// Packets of a transport stream were missing this many times.
    package static func transportFaults(_ count: Int) -> Self {
        Self("transportFaults", "packets of the transport stream are missing (continuity faults: \(count))")
    }
    /// Bytes of a media segment were missing or unreadable this many times.
    package static func segmentDamage(_ count: Int) -> Self {
        Self("segmentDamage", "bytes are missing or unreadable (places: \(count))")
    }
    /// This many pages of an Ogg stream have a wrong checksum.
    package static func damagedPages(_ count: Int) -> Self {
        Self("damagedPages", "pages with a wrong checksum: \(count)")
    }
    /// Pages of an Ogg stream's sound were missing this many times.
    package static func missingPages(_ count: Int) -> Self {
        Self("missingPages", "sound pages are missing (places: \(count))")
    }
    /// The decoded samples of a FLAC file differ from the original samples, whose MD5 the file states.
    package static let wrongSamples = Self("wrongSamples", "the decoded samples differ from the original: wrong MD5")
    /// The time stamps of this many packets differ from the ends of the packets before them.
    package static func timeJumps(_ count: Int) -> Self {
        Self("timeJumps", "packets do not follow each other in time (jumps: \(count))")
    }

    /// Returns a problem if the declared and the found bit rate differ by more than a quarter.
    ///
    /// Smaller differences are normal, because servers round the declared value, and variable bit rates vary.
    package static func ofBitRate(declared: Int, found: Int) -> [StreamProblem] {
        guard declared > 0, found > 0, abs(found - declared) * 4 > declared else { return [] }
        return [.bitRate(declared: declared, found: found)]
    }

    private static let meanings = [
        401: "a password is needed", 403: "access denied", 404: "not found", 410: "gone", 429: "too many requests",
        503: "unavailable",
    ]
}

import Longwave
import RadioFormats

/// Functions that find problems in response heads and in the numbers of a report, without reading sound.
///
/// Probes of a station's address and inspections of a file share these functions.
extension StreamProblem {
    /// Returns the problems that a response's head shows.
    ///
    /// - Parameters:
    ///   - response: the last head before the body.
    ///   - isMetaintForced: whether the user has stated the metaint, so that the head's value is not checked.
    package static func ofHead(_ response: CapturedResponse, isMetaintForced: Bool = false) -> [StreamProblem] {
        var problems: [StreamProblem] = []
        if response.status != 0, !(200..<300).contains(response.status) {
            let wait = response["Retry-After"].flatMap { Int($0) }.map { min(max($0, 0), 1 << 31) }
            problems.append(.status(response.status, retryAfter: wait))
        }
        if isMetaintForced { return problems }
        let icy = response.icy
        if let value = response["icy-metaint"], icy.metaint == nil {
            problems.append(.badMetaint(String(value.prefix(64))))
        } else if icy.metaint == nil, icy.name != nil || icy.bitRate != nil || response.statusLine.hasPrefix("ICY") {
            problems.append(.noTitles)
        }
        return problems
    }

    /// Returns a problem if the kind that was found in the bytes contradicts the declared content type.
    package static func ofType(_ response: CapturedResponse, _ kind: ContentKind) -> [StreamProblem] {
        guard (200..<300).contains(response.status), let type = response.icy.contentType, kind != .unknown,
            !kind.fits(contentType: type)
        else { return [] }
        return [.otherContent(declared: String(type.prefix(100)), found: kind)]
    }

    /// Returns the problems of a media segment.
    static func ofSegment(_ segment: SegmentReport?) -> [StreamProblem] {
        guard let segment else { return [] }
        var problems: [StreamProblem] = []
        if let problem = segment.problem {
            problems.append(.segment(problem))
        } else if segment.packetCount == 0, segment.mp4?.isInitialization != true {
            problems.append(.noSound)
        }
        let faults = segment.transport?.pids.map(\.faultCount).reduce(0, +) ?? 0
        if faults > 0 { problems.append(.transportFaults(faults)) }
        if segment.damageCount > 0 { problems.append(.segmentDamage(segment.damageCount)) }
        if segment.jumpCount > 0 { problems.append(.timeJumps(segment.jumpCount)) }
        return problems
    }

    /// Returns the problems of an Ogg stream's pages.
    static func ofOgg(_ ogg: OggReport?) -> [StreamProblem] {
        guard let ogg else { return [] }
        var problems: [StreamProblem] = []
        if ogg.duration == .zero {
            let name = ogg.links.lazy.compactMap(\.unsupported).first
            problems.append(name.map { .segment(.unsupportedCodec($0)) } ?? .noSound)
        }
        if ogg.damagedPageCount > 0 { problems.append(.damagedPages(ogg.damagedPageCount)) }
        let holes = ogg.links.flatMap(\.streams).filter(\.isPlayed).map(\.holeCount).reduce(0, +)
        if holes > 0 { problems.append(.missingPages(holes)) }
        return problems
    }
}

import Longwave
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams

extension ProbeReport {
    /// Returns the stream's problems, as they follow from all findings of the report.
    ///
    /// - Parameters:
    ///   - isEndedByServer: whether the server ended the connection after the first sound.
    ///   - maximumBytes: the number of bytes of a response's body after which the probe ended.
    func foundProblems(isEndedByServer: Bool, maximumBytes: Int) -> [StreamProblem] {
        var problems = certificateProblems()
        problems += addressProblems()
        if let response = heard.response { problems += contentProblems(response) }
        if let declared = heard.response?.icy.sampleRate, let found = heard.decoded.first?.sampleRate, declared != found
        {
            problems.append(.sampleRate(declared: declared, found: found))
        }
        if heard.damagedCount > 0 {
            problems.append(.undecodable(frames: heard.damagedCount, of: heard.packetCount))
        }
        if isEndedByServer, let first = heard.firstSoundAt { problems.append(.endedEarly(heard.endedAt - first)) }
        if let part = pace(), part < 0.85, !isEndedByServer { problems.append(.slow(part)) }
        if heard.bodyByteCount >= maximumBytes { problems.append(.limit(bytes: maximumBytes)) }
        return problems
    }

    private func certificateProblems() -> [StreamProblem] {
        guard case .stream(.insecure(let words)) = heard.error else { return [] }
        if words.contains("expired") { return [.certificateExpired] }
        return words.contains("certificate") || words.contains("subject name") ? [.certificateRefused] : []
    }

    /// Returns the problem that some of a host's IP addresses do not answer, or nothing. An IP address does not answer
    /// if another, tried later, was connected first.
    ///
    /// An IP address that was tried after the connected one does not count: it was merely slower.
    private func addressProblems() -> [StreamProblem] {
        let dead = heard.tries.flatMap { one -> [String] in
            guard let winner = one.addresses.firstIndex(where: { $0.isConnected && $0.tried != nil }) else { return [] }
            return one.addresses[..<winner].filter { !$0.isConnected }.map(\.text)
        }
        return dead.isEmpty ? [] : [.deadAddresses(dead)]
    }

    /// Returns the problems of the response's body. Some problems count only in a successful response, others only for
    /// a live station.
    private func contentProblems(_ response: ResponseHead) -> [StreamProblem] {
        let found = content?.report.problems ?? []
        let isSuccess = (200..<300).contains(response.status)
        return found.filter { problem in
            // Problems such as `.empty` and `.webPage` count only in a successful response: the body of an error
            // response is often empty or a web page. Missing titles count only for a live station that plays: a file on
            // a server needs no titles.
            switch problem {
            case .empty, .noSound, .webPage, .headUnfinished: isSuccess
            case _ where problem.name == "notPlayed": isSuccess
            case .noTitles: heard.info?.isFinite != true && heard.firstSoundAt != nil
            case _: true
            }
        }
    }

    /// Returns how many seconds of sound arrive per second: 1 for real time. Nil if this is not a live station, if the
    /// sound comes in segments, or if the sound arrived for less than 2 s.
    private func pace() -> Double? {
        guard heard.info?.isFinite == false, heard.segments == nil, let first = heard.firstByteAt else { return nil }
        let duration = content?.report.frames?.duration ?? heard.soundDuration
        let elapsed = (heard.endedAt - first).inSeconds
        return elapsed >= 2 && duration > .zero ? duration.seconds / elapsed : nil
    }
}

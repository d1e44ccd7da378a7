import RadioHls

/// The playlists of a simulated Low-Latency HLS server. They have segments of four seconds in eight parts.
struct LowLatencyOrigin {
    static let segment = 4.0
    static let part = 0.5
    static let partsEach = 8

    /// Returns how many parts exist at a time. The server has forty segments at time zero.
    static func parts(at seconds: Double) -> Int { 40 * partsEach + Int(seconds / part + 1e-6) }

    /// Returns the time, in seconds, from which part `number` exists.
    static func time(of number: Int) -> Double { Double(number + 1 - 40 * partsEach) * part }

    /// Returns the live edge at a time, in seconds from the start of segment 0.
    static func edge(at seconds: Double) -> Double { Double(40 * partsEach) * part + seconds }

    static func text(at seconds: Double, skips: Bool = false) -> String {
        let count = parts(at: seconds)
        let whole = count / partsEach
        let first = whole - 10
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:4", "#EXT-X-PART-INF:PART-TARGET=0.5",
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=24",
            "#EXT-X-MEDIA-SEQUENCE:\(first)",
        ]
        // How many segments a delta update leaves out: those that are older than CAN-SKIP-UNTIL.
        let skipped = skips ? 4 : 0
        if skips { lines.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)") }
        for number in (first + skipped)...whole {
            if number >= whole - 2 {
                for part in 0..<(number == whole ? count - whole * partsEach : partsEach) {
                    lines.append("#EXT-X-PART:DURATION=0.5,URI=\"\(number).\(part).m4s\",INDEPENDENT=YES")
                }
            }
            if number < whole { lines += ["#EXTINF:4,", "\(number).m4s"] }
        }
        lines.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(whole).\(count - whole * partsEach).m4s\"")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the playlist at a time, with `holdBack` seconds as its PART-HOLD-BACK.
    static func text(at seconds: Double, holdBack: Double) -> String {
        text(at: seconds).replacing("PART-HOLD-BACK=1.5", with: "PART-HOLD-BACK=\(holdBack)")
    }

    /// Returns the time from which the part that `fetch` requests exists, or nil if `fetch` requests something else.
    static func time(of fetch: HlsFetch) -> Double? {
        let words = fetch.uri.split(separator: ".")
        guard words.count == 3, let segment = Int(words[0]), let part = Int(words[1]) else { return nil }
        return time(of: segment * partsEach + part)
    }

    static func answer(_ fetch: HlsFetch, _ now: Duration) -> MachineRig.Answer {
        let seconds = now.seconds
        switch fetch.purpose {
        case .key, .initSection: return .bytes([0])
        case .media:
            guard let time = time(of: fetch) else { return .media(bytes: 64_000) }
            // The machine may request a part that was only announced (hinted). The server sends it when it exists.
            let wait = time - seconds
            return wait > 0 ? .later(bytes: 8000, after: .seconds(wait)) : .media(bytes: 8000)
        case .playlist:
            var wanted = 0
            var skips = false
            for pair in fetch.query.split(separator: "&") {
                let words = pair.split(separator: "=")
                if words[0] == "_HLS_msn" { wanted += Int(words[1])! * partsEach }
                if words[0] == "_HLS_part" { wanted += Int(words[1])! }
                if words[0] == "_HLS_skip" { skips = true }
            }
            let answered = max(seconds, wanted > 0 ? time(of: wanted) : 0)
            return .playlist(text(at: answered, skips: skips), after: .seconds(answered - seconds + 0.02))
        }
    }
}

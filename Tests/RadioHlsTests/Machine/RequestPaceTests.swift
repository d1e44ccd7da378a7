import Testing

@testable import RadioHls

/// A station's requests, all kinds together, never exceed nine per second, whatever its playlists contain.
struct RequestPaceTests {
    /// Returns the largest number of requests that the rig's machine made within one second.
    private func most(_ rig: MachineRig) -> Int {
        rig.requests.map { request in
            rig.requests.count { $0.at >= request.at && $0.at < request.at + .seconds(1) }
        }.max() ?? 0
    }

    @Test func `nine in a second, and what was too much at once counts later`() {
        var pace = RequestPace()
        for number in 0..<9 {
            #expect(pace.earliest <= .milliseconds(number))
            pace.count(at: .milliseconds(number))
        }
        #expect(pace.earliest == .seconds(1))
        pace.count(20, at: .milliseconds(9))
        // 29 requests were made within 10 ms. At nine per second, they use up the first three seconds.
        #expect(pace.earliest == .milliseconds(3002))
    }

    @Test func `there is room for as many redirects as there were`() {
        var pace = RequestPace()
        pace.count(at: .zero)
        pace.redirected(5, at: .milliseconds(100))
        #expect(pace.earliest == .milliseconds(1100))
        // After a response with five redirects, the pace left room for five more. This response had none, so it leaves
        // none.
        pace.count(at: .milliseconds(1100))
        pace.redirected(0, at: .milliseconds(1200))
        #expect(pace.earliest == .zero)
    }

    /// 1,000 variants do not exist. The machine tries one after another. (Once, this caused 513 requests in 0.8 s.)
    @Test func `dead variants are tried one after the other, at most nine a second`() throws {
        let rig = MachineRig { _, _ in .fails(.status(404), after: .milliseconds(1)) }
        try rig.open(Playlists.variants((0..<1000).map { (64_000 + $0, "v\($0).m3u8") }))
        rig.run(for: .seconds(20))
        #expect(rig.ended == nil)
        #expect(most(rig) == 9)
        #expect((170...181).contains(rig.requests.count), "\(rig.requests.count)")
        rig.run(for: .seconds(60))
        #expect(rig.ended != nil)
        #expect(rig.requests.count == VariantChooser.maximumVariants)
    }

    /// A playlist has parts of a millisecond. (Once, this caused 14,390 requests in 20 s.)
    @Test(arguments: [0.001, 0.05, 0.5]) func `parts that last next to nothing`(target: Double) throws {
        func text(_ now: Duration) -> String {
            let last = Int(now.seconds * 1000)
            var lines = [
                "#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-PART-INF:PART-TARGET=\(target)",
                "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1", "#EXT-X-MEDIA-SEQUENCE:0",
            ]
            lines += (0...last / 1000).flatMap { ["#EXTINF:1,", "s\($0).aac"] }
            // The segment that is not complete yet has parts.
            lines += (last / 1000 * 1000...last).map { "#EXT-X-PART:DURATION=0.001,INDEPENDENT=YES,URI=\"p\($0)\"" }
            return (lines + ["#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\(last + 1)\""]).joined(separator: "\n") + "\n"
        }
        var settings = HlsSettings()
        settings.isLowLatency = true
        let rig = MachineRig(settings) { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 100) }
            return .playlist(text(now), after: .milliseconds(1))
        }
        try rig.open(text(.zero))
        rig.run(for: .seconds(20))
        #expect(most(rig) <= 9)
        #expect(rig.requests.count <= 9 * 21)
    }

    @Test func `segments that last next to nothing`() throws {
        func text(_ now: Duration) -> String {
            let first = Int(now.seconds * 1000)
            let segments = (first..<first + 1000).map { "#EXTINF:0.001,\ns\($0).aac\n" }.joined()
            return "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(first)\n" + segments
        }
        let rig = MachineRig { fetch, now in
            guard case .playlist = fetch.purpose else { return .media(bytes: 100) }
            return .playlist(text(now), after: .milliseconds(1))
        }
        try rig.open(text(.zero))
        rig.run(for: .seconds(20))
        #expect(most(rig) == 9)
        #expect(rig.requests.count <= 9 * 21)
    }

    /// Ordinary Low-Latency HLS, with parts of a fifth of a second or more and one reload per part, is not slowed down.
    @Test(arguments: [0.2, 1.0 / 3, 0.5]) func `ordinary low latency stays as it is`(part: Double) throws {
        let each = Int((1 / part).rounded())
        func parts(_ now: Double) -> Int { 40 * each + Int(now / part + 1e-6) }
        func text(_ now: Double) -> String {
            let count = parts(now)
            let whole = count / each
            var lines = [
                "#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-PART-INF:PART-TARGET=\(part)",
                "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=\(part * 3)",
                "#EXT-X-MEDIA-SEQUENCE:\(whole - 6)",
            ]
            for number in (whole - 6)...whole {
                for index in 0..<(number == whole ? count - whole * each : each) where number >= whole - 3 {
                    lines.append("#EXT-X-PART:DURATION=\(part),INDEPENDENT=YES,URI=\"\(number)_\(index).m4s\"")
                }
                if number < whole { lines += ["#EXTINF:1,", "\(number).m4s"] }
            }
            lines.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(whole)_\(count - whole * each).m4s\"")
            return lines.joined(separator: "\n") + "\n"
        }
        var settings = HlsSettings()
        settings.isLowLatency = true
        let rig = MachineRig(settings) { fetch, now in
            let words = fetch.uri.prefix { $0 != "." }.split(separator: "_").compactMap { Int($0) }
            func wait(_ number: Int) -> Duration {
                .seconds(max(Double(number + 1 - 40 * each) * part - now.seconds, 0))
            }
            guard case .playlist = fetch.purpose else {
                guard words.count == 2 else { return .media(bytes: 16_000) }
                return .later(bytes: 4000, after: wait(words[0] * each + words[1]) + .milliseconds(5))
            }
            let wanted = fetch.query.split(separator: "&").compactMap { pair -> (Bool, Int)? in
                guard let number = pair.split(separator: "=").last.flatMap({ Int($0) }) else { return nil }
                return (pair.hasPrefix("_HLS_msn"), number)
            }
            let number = wanted.reduce(0) { $0 + ($1.0 ? $1.1 * each : $1.1) }
            let delay = wait(number)
            return .playlist(text(now.seconds + delay.seconds), after: delay + .milliseconds(5))
        }
        try rig.open(text(0))
        rig.run(for: .seconds(60))
        #expect(rig.ended == nil)
        #expect(rig.stalls.isEmpty, "\(rig.stalls)")
        #expect(most(rig) <= 9)
        #expect(rig.heard > .seconds(58))
    }

    /// A request waits because the pace allows no more requests in this second. It can be cancelled, it does not become
    /// due during a pause, and it has no timeout, because it was not made yet.
    @Test func `what waits can be cancelled, paused and is not timed`() throws {
        var machine = HlsMachine()
        machine.pace.count(9, at: .zero)
        let playlist = try M3U8Reader.read(Array(Playlists.onDemand(9).utf8))
        #expect(
            machine.handle(.opened(playlist, url: "http://s/"), held: .zero, at: .zero)
                == [.presentationDidChange])
        // Nine earlier requests fill the first second, so the first request waits.
        let due = try #require(machine.nextDeadline)
        #expect(due > .milliseconds(999))
        // The request was not made yet, so a response to it changes nothing.
        #expect(machine.handle(.fetchFinished(1, bytes: []), held: .zero, at: .milliseconds(1)) == [])
        #expect(machine.handle(.paused(true), held: .zero, at: .milliseconds(2)) == [])
        #expect(machine.handle(.tick, held: .zero, at: due) == [])
        let actions = machine.handle(.paused(false), held: .zero, at: due + .seconds(20))
        guard case .fetch(_, let fetch)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(fetch.uri == "seg0.ts" && actions.count == 1)
        #expect(machine.handle(.tick, held: .zero, at: due + .seconds(21)) == [])
    }
}

import Glibc
import RadioFormats
import RadioLoop
import TestSupport

extension FaultRow {
    /// Rows with a live HLS station. Its segments last four seconds unless a row chooses another duration.
    static let segmentRows: [FaultRow] = [
        FaultRow(
            "hls-drop", .segments, "three segments break off in the middle, and all connections are closed", .unnoticed,
            isBrief: true
        ) { rig in
            let origin = try HlsStation(rig)
            try rig.startAndSettle(origin.setting)
            rig.begin()
            for _ in 0..<3 {
                origin.server.fail("/radio/*", .cut(after: 9_000), times: 1)
                try origin.server.leave()
                origin.server.comeBack()
                rig.pass(rig.pace == .full ? 5 : 1)
            }
            rig.over()
            rig.pass(rig.pace.settle * 2)
            origin.tell(rig)
        },
        FaultRow(
            "hls-segment-404", .segments, "one segment is never there",
            Expected(.playing, silence: 0.05, repeated: 30)
        ) { rig in
            let origin = try HlsStation(rig)
            try rig.startAndSettle(origin.setting)
            rig.begin()
            // The player never gets the segment that it requests next.
            let next = origin.nextSegment
            origin.server.fail("/radio/\(next).mp3", .status("404 Not Found"))
            rig.over()
            rig.pass(rig.pace.settle * 4)
            origin.tell(rig)
        },
        FaultRow(
            "hls-token", .segments, "the token in all addresses runs out: 403; the station's address gives a new one",
            Expected(.playing, silence: 0.05, repeated: 0, lost: 0)
        ) { rig in
            let origin = try HlsStation(rig, .redirected)
            try rig.startAndSettle(origin.setting)
            rig.begin()
            origin.server.fail("/radio*", .status("403 Forbidden"))
            rig.over()
            rig.pass(rig.pace.settle * 4)
            rig.expect(origin.server.count("/other.m3u8") > 0, "the station's address was not asked")
        },
        FaultRow(
            "hls-short-segments", .segments, "segments of 1.28 s, three in the list, under a target duration of 10 s",
            Expected(.playing, silence: 0.05, repeated: 0, lost: 0)
        ) { rig in
            let origin = try HlsStation(rig, .cut(seconds: 1.28, window: 3, target: 10))
            try rig.startAndSettle(origin.setting)
            rig.begin()
            rig.pass(rig.pace == .full ? 60 : 12)
        },
        FaultRow(
            "hls-one-segment", .segments, "one segment of 10 s in the list, under a target duration of 11 s",
            // The first new segment may come a moment before the sound ends. It is then found a moment later.
            Expected(.playing, silence: 0.7, repeated: 0, lost: 0)
        ) { rig in
            let origin = try HlsStation(rig, .cut(seconds: 10, window: 1, target: 11))
            try rig.startAndSettle(origin.setting)
            rig.begin()
            rig.pass(rig.pace == .full ? 90 : 25)
        },
        FaultRow(
            "hls-empty", .segments, "the playlist is empty three times at the start, and twice later",
            Expected(.playing, silence: 0.05, repeated: 0, lost: 0)
        ) { rig in
            let origin = try HlsStation(rig)
            let nothing = HlsFault.bytes(Array("#EXTM3U\n".utf8), contentType: "application/vnd.apple.mpegurl")
            origin.server.fail("/radio.m3u8", nothing, times: 2)
            origin.server.fail("/radio.m3u8", .bytes([], contentType: "application/vnd.apple.mpegurl"), times: 1)
            try rig.startAndSettle(origin.setting)
            rig.begin()
            origin.server.fail("/radio.m3u8", nothing, times: 2)
            rig.over()
            rig.pass(rig.pace.settle * 4)
        },
        FaultRow(
            "hls-stale", .segments, "nothing new comes to the playlist for 40 s, then it goes on",
            Expected(.playing, soundAgain: 6, repeated: 30, lost: 30)
        ) { rig in
            let origin = try HlsStation(rig)
            try rig.startAndSettle(origin.setting)
            rig.begin()
            origin.server.stopClock()
            rig.pass(rig.pace.away(40))
            origin.server.startClock()
            rig.over()
            rig.recover()
            origin.tell(rig)
        },
        FaultRow(
            "hls-away-30", .segments, "the server is away for 30 s: the port is closed",
            Expected(.playing, soundAgain: 1.5, repeated: 30)
        ) { rig in
            let origin = try HlsStation(rig)
            try rig.startAndSettle(origin.setting)
            rig.begin()
            try origin.server.leave()
            rig.pass(rig.pace.away(30))
            origin.server.comeBack()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "hls-throttled", .segments, "the line carries 320 kbit/s, then 64 for 40 s, then 320", .unnoticed
        ) { rig in
            let origin = try HlsStation(rig, .ladder)
            origin.server.throttle(kilobitsPerSecond: 320)
            try rig.startAndSettle(origin.setting)
            rig.expect(origin.isPlaying("high"), "it does not begin with the high variant")
            rig.begin()
            origin.server.throttle(kilobitsPerSecond: 64)
            rig.pass(40)
            rig.expect(origin.isPlaying("low"), "it did not go down")
            origin.server.throttle(kilobitsPerSecond: 320)
            rig.over()
            // The player measures the network's rate only while it fetches segments. Fetching those of the low variant
            // takes little time, so the player notices the higher rate late.
            let isUp = rig.wait(within: .seconds(120)) { origin.isPlaying("high") }
            rig.expect(isUp, "it did not go up again")
            rig.pass(rig.pace.settle * 2)
            origin.tell(rig)
        },
        FaultRow(
            "hls-5-percent", .segments,
            "for ten minutes one request in twenty fails: 404, 500, broken off, closed, or no answer",
            Expected(.playing, repeated: 30), isLong: true, isBrief: true
        ) { rig in
            let origin = try HlsStation(rig)
            try rig.startAndSettle(origin.setting)
            rig.begin()
            origin.server.failRequests(
                percent: 5, seed: 5,
                with: [
                    .status("404 Not Found"), .status("500 Internal Server Error"), .cut(after: 9_000), .close,
                    .silence,
                ])
            rig.pass(rig.pace == .full ? 600 : 20)
            rig.over()
            // From here on, requests succeed, so that the sound lost during the ten minutes can be measured.
            origin.server.heal()
            rig.pass(rig.pace.settle * 2)
            origin.tell(rig)
        },
        FaultRow(
            "hls-low-latency", .segments, "--low-latency: parts of 0.5 s, PART-HOLD-BACK 1.5 s; a minute",
            Expected(.playing, silence: 0.05, repeated: 0, lost: 0)
        ) { rig in
            let origin = try HlsStation(rig, .lowLatency)
            try rig.startAndSettle(origin.setting)
            rig.begin()
            rig.pass(rig.pace == .full ? 60 : 5)
            origin.expectDelay(rig, below: HlsStation.partHoldBack + 1)
        },
        FaultRow(
            "hls-low-latency-stopped", .segments,
            "--low-latency: the player's process is stopped for 6 s (SIGSTOP), three times",
            // While the player's process is stopped, the last state that it reported is wrong, so the row sets no bound
            // for `disagreement`. Afterwards, the player leaves out the sound that it missed, so `lost` has no bound.
            Expected(.playing, soundAgain: 1, disagreement: nil)
        ) { rig in
            let origin = try HlsStation(rig, .lowLatency)
            try rig.startAndSettle(origin.setting)
            rig.begin()
            for _ in 0..<3 {
                rig.player.send(SIGSTOP)
                rig.pass(rig.pace.away(6))
                rig.player.send(SIGCONT)
                rig.pass(rig.pace.settle)
            }
            rig.over()
            rig.recover()
            origin.expectDelay(rig, below: HlsStation.partHoldBack + 1)
        },
    ]
}

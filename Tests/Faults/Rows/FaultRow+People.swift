import Glibc
import RadioLoop
import TestSupport

extension FaultRow {
    /// Rows in which a person presses keys, often while something else goes wrong.
    static let peopleRows: [FaultRow] = [
        FaultRow(
            "fifty-switches", .people, "fifty station switches in five seconds, by the key n",
            // The row presses the key ten times a second. Each switch causes at most one request, for the sound of the
            // new station.
            Expected(.playing, soundAgain: 1, silence: 0.5, requests: 15).lines(2000).silences(50)
        ) {
            rig in
            let stations = (1...60).map {
                "{\"name\":\"Station \($0)\",\"streamURL\":\"\(rig.station.url("/\($0)"))\"}"
            }
            let library = try TextFile("stations.json", "{\"station\":[\(stations.joined(separator: ","))]}")
            var setting = PlayerProcess.Setting()
            setting.arguments = ["--library", library.path]
            setting.address = "Station 1"
            setting.hasTerminal = true
            try rig.startAndSettle(setting)
            rig.begin()
            for _ in 0..<50 {
                rig.player.press("n")
                rig.pass(0.1)
            }
            rig.over()
            rig.recover()
            rig.wait(within: .seconds(5)) { rig.station.listeners == 1 }
            rig.expect(rig.station.listeners == 1, "\(rig.station.listeners) connections at the end")
        },
        FaultRow(
            "pause-in-reconnect", .people, "space while the server is away, space again when it is back",
            Expected(.playing, soundAgain: 1.2)
        ) { rig in
            var setting = PlayerProcess.Setting()
            setting.hasTerminal = true
            try rig.startAndSettle(setting)
            rig.begin()
            rig.station.goAway()
            rig.expect(rig.player.says { $0.content.event == "willRetry" }, "it never says that it tries again")
            rig.player.press(" ")
            rig.expect(rig.player.says { $0.state == "paused(user)" }, "space does not pause")
            rig.pass(rig.pace.away(8))
            try rig.station.comeBack()
            rig.pass(rig.pace.away(3))
            let pressed = MonotonicInstant.now
            rig.player.press(" ")
            rig.over()
            rig.waitForSound(after: pressed)
            rig.expect(rig.player.says(after: pressed) { $0.state == "playing" }, "it does not say that it plays again")
            rig.pass(rig.pace.settle)
        },
        FaultRow(
            "pause-long", .people, "paused for 60 s while the station goes on", Expected(.playing, soundAgain: 0.5)
        ) { rig in
            var setting = PlayerProcess.Setting()
            setting.hasTerminal = true
            try rig.startAndSettle(setting)
            rig.begin()
            rig.player.press(" ")
            rig.pass(rig.pace.away(60))
            rig.player.press(" ")
            rig.over()
            rig.recover()
        },
        stopped("stop-connecting", "while the server is silent", isBrief: true) { rig in
            rig.station.answer(.never)
            try rig.start()
            rig.wait { !rig.station.requests.isEmpty }
        },
        stopped("stop-filling", "with the first sound not there yet") { rig in
            rig.station.setBurst(0)
            rig.station.setPace(0.1)
            try rig.start()
            rig.wait { rig.station.listeners > 0 }
        },
        stopped("stop-playing", "while it plays", isBrief: true) { rig in try rig.startAndSettle() },
        stopped("stop-list-hangs", "while the list of stations does not answer", needs: [.preload]) { rig in
            let (hangs, library) = (try TextFile("hangs", "stations.json\n"), try TextFile("stations.json", "[]"))
            rig.atEnd { withExtendedLifetime((hangs, library)) {} }
            var setting = PlayerProcess.Setting()
            setting.environment = ["LD_PRELOAD": rig.tools.preload ?? "", "LONGWAVE_FAULT_HANG": hangs.path]
            setting.arguments = ["--library", library.path]
            setting.address = "One"
            try rig.start(setting)
            rig.wait { ProcessFacts(rig.player.pid).threadNames.contains("longwave-disk") }
            rig.pass(1)
        },
        stopped("stop-stalled", "while the sound has run out") { rig in
            try rig.startAndSettle()
            rig.station.freeze(newcomers: true)
            rig.player.says { $0.content.event == "didStall" }
        },
        stopped("stop-retrying", "while the server is away") { rig in
            try rig.startAndSettle()
            rig.station.goAway()
            rig.player.says { $0.state == "waitingToPlay(reconnecting)" }
        },
        stopped("stop-frozen-server", "while PulseAudio stands still") { rig in
            try rig.startAndSettle()
            rig.sound.freeze()
            rig.pass(1)
        },
        stopped("stop-no-device", "with its only sink removed") { rig in
            try rig.startAndSettle()
            try rig.sound.removeSink("n1")
            rig.player.says { $0.content.suppressions?.contains("noOutputDevice") == true }
        },
    ]

    /// Returns a row in which SIGTERM ends the program within a second, with exit code 0. `reach` starts the program
    /// and brings it into the state in which it gets SIGTERM.
    private static func stopped(
        _ name: String, _ what: String, needs: [Need] = [], isBrief: Bool = false,
        reach: @escaping @Sendable (FaultRig) throws -> Void
    ) -> FaultRow {
        let expected = Expected(.exit(0), disagreement: nil)
        return FaultRow(name, .people, "SIGTERM \(what)", expected, needs: needs, isBrief: isBrief) { rig in
            try reach(rig)
            rig.begin()
            rig.player.send(SIGTERM)
            let asked = MonotonicInstant.now
            guard rig.player.ends(within: rig.pace.patience) else { return }
            let seconds = asked.duration(to: .now).inSeconds
            rig.note("ended \(FaultFigures.text(seconds)) s after SIGTERM")
            rig.expect(
                seconds < (rig.pace == .full ? 1 : 10), "it ended only \(FaultFigures.text(seconds)) s after SIGTERM")
        }
    }
}

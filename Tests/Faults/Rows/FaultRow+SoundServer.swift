import Glibc
import TestSupport

extension FaultRow {
    /// Rows in which the sound server ends, hangs, does not exist yet or is replaced.
    static let soundServerRows: [FaultRow] = [
        FaultRow(
            "pulse-restarted", .device, "PulseAudio is killed and started again at once",
            Expected(.playing, soundAgain: 2)
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.sound.kill()
            rig.over()
            try rig.sound.start()
            rig.recover()
        },
        FaultRow(
            "pulse-away-10", .device, "PulseAudio is killed, and is back after 10 s", Expected(.playing, soundAgain: 2),
            isBrief: true
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.sound.kill()
            rig.pass(rig.pace.away(10))
            rig.over()
            try rig.sound.start()
            rig.recover()
        },
        FaultRow(
            "pulse-frozen-20", .device, "PulseAudio stands still for 20 s (SIGSTOP)",
            Expected(.playing, soundAgain: 2, disagreement: 5)
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.sound.freeze()
            rig.pass(20)
            rig.sound.thaw()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "pulse-to-pipewire", .device, "PulseAudio is killed, PipeWire takes its place",
            Expected(.playing, soundAgain: 2),
            needs: [.pipeWire]
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.sound.kill()
            rig.over()
            try rig.sound.startPipeWire()
            rig.recover()
        },
        FaultRow(
            "pulse-absent", .device, "no sound server from the start", Expected(.exit(69)), isBrief: true, sinks: []
        ) { rig in
            try rig.start()
            rig.begin()
            rig.wait { !rig.player.isRunning }
        },
        FaultRow(
            "pulse-absent-kiosk", .device, "no sound server for 8 s from the start, policy kiosk",
            Expected(.playing, soundAgain: 2),
            sinks: []
        ) { rig in
            // Because the row's list of sinks is empty, the sound server does not run yet.
            try rig.start(arguments(["--policy", "kiosk"]))
            rig.begin()
            rig.pass(8)
            rig.over()
            try rig.sound.start()
            try rig.sound.addSink("n1")
            rig.recover()
        },
    ]

    /// Rows in which other programs interrupt the sound, the device is suspended, or the player's process is stopped.
    static let interruptionRows: [FaultRow] = [
        FaultRow(
            "phone-call", .interruption, "module-role-cork: a phone stream plays for 8 s",
            Expected(.playing, soundAgain: 0.5), isBrief: true,
            modules: ["module-role-cork"]
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            let phone = try rig.sound.otherProgram(role: "phone")
            rig.expect(
                rig.player.says { $0.state == "paused(interruption)" }, "it never says that it is interrupted")
            rig.pass(rig.pace.away(8))
            phone.end()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "two-calls", .interruption, "a second call begins during the first, and ends after it",
            Expected(.playing, soundAgain: 0.5),
            modules: ["module-role-cork"]
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            let first = try rig.sound.otherProgram(role: "phone")
            rig.pass(3)
            let second = try rig.sound.otherProgram(role: "phone")
            rig.pass(2)
            first.end()
            rig.pass(3)
            second.end()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "play-during-call", .interruption, "the user presses space twice during a call",
            Expected(.playing, soundAgain: 0.5),
            modules: ["module-role-cork"]
        ) { rig in
            var setting = PlayerProcess.Setting()
            setting.hasTerminal = true
            try rig.startAndSettle(setting)
            rig.begin()
            let phone = try rig.sound.otherProgram(role: "phone")
            rig.pass(3)
            rig.player.press(" ")
            rig.pass(1)
            rig.player.press(" ")
            rig.pass(3)
            phone.end()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "sink-suspended", .interruption, "the sink is suspended for 8 s", Expected(.playing, soundAgain: 0.5)
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            try rig.sound.pactl("suspend-sink", "n1", "1")
            rig.pass(rig.pace.away(8))
            try rig.sound.pactl("suspend-sink", "n1", "0")
            rig.over()
            rig.recover()
        },
        FaultRow(
            "stopped-5", .interruption, "the player's process is stopped for 5 s (SIGSTOP)",
            // While the player's process is stopped, the last state that it reported is wrong, so the row sets no bound
            // for `disagreement`.
            Expected(.playing, soundAgain: 0.5, disagreement: nil)
        ) { rig in try stopped(rig, 5) },
        FaultRow(
            "stopped-40", .interruption, "the player's process is stopped for 40 s (SIGSTOP)",
            Expected(.playing, soundAgain: 1.2, disagreement: nil)
        ) { rig in try stopped(rig, 40) },
    ]

    private static func stopped(_ rig: FaultRig, _ seconds: Double) throws {
        try rig.startAndSettle()
        rig.begin()
        rig.player.send(SIGSTOP)
        rig.pass(rig.pace.away(seconds))
        rig.player.send(SIGCONT)
        rig.over()
        rig.recover()
    }
}

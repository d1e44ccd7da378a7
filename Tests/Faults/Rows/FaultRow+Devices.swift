import TestSupport

extension FaultRow {
    /// Rows in which the device that plays is removed, moved or returns. The devices are null sinks of the row's own
    /// PulseAudio server.
    static let deviceRows: [FaultRow] = [
        FaultRow(
            "sink-removed-other-there", .device,
            "the sink is removed, another one exists, policy as it is by default (pause)",
            Expected(.state("paused(outputDeviceRemoved)")), sinks: ["n1", "n2"]
        ) { rig in try removedForGood(rig) },
        FaultRow(
            "sink-removed-pause", .device, "the same with --on-device-removal pause",
            Expected(.state("paused(outputDeviceRemoved)")), sinks: ["n1", "n2"]
        ) { rig in try removedForGood(rig, ["--on-device-removal", "pause"]) },
        FaultRow(
            "sink-removed-follow", .device, "the same with --on-device-removal follow",
            Expected(.playing, soundAgain: 0.3, repeated: 30),
            sinks: ["n1", "n2"]
        ) { rig in
            try rig.startAndSettle(arguments(["--on-device-removal", "follow"]))
            rig.begin()
            try rig.sound.removeSink("n1")
            rig.over()
            rig.recover()
        },
        FaultRow(
            "sink-removed-wait", .device, "the same with --on-device-removal wait; the sink is back after 10 s",
            Expected(.playing, soundAgain: 0.3), sinks: ["n1", "n2"]
        ) { rig in try removedAndBack(rig, ["--on-device-removal", "wait"], back: "n1", silentOn: "n2") },
        FaultRow(
            "last-sink-same-back", .device, "the only sink is removed, and is back after 10 s",
            Expected(.playing, soundAgain: 0.3),
            isBrief: true
        ) { rig in try removedAndBack(rig, [], back: "n1") },
        FaultRow(
            "last-sink-other-comes", .device,
            "the only sink is removed, another one comes after 10 s, --on-device-removal follow",
            Expected(.playing, soundAgain: 0.3)
        ) { rig in try removedAndBack(rig, ["--on-device-removal", "follow"], back: "n9") },
        FaultRow(
            "device-back-among-others", .device, "removed while another sink exists, back after 10 s, like Bluetooth",
            Expected(.playing, soundAgain: 0.3), sinks: ["n1", "n2"]
        ) { rig in try removedAndBack(rig, [], back: "n1", silentOn: "n2") },
        FaultRow(
            "named-device-absent", .device, "--device names a sink that comes after 8 s, policy kiosk",
            Expected(.playing, soundAgain: 0.3), sinks: ["n2"]
        ) { rig in
            try rig.start(arguments(["--policy", "kiosk", "--device", "n1", "--on-device-removal", "wait"]))
            rig.begin()
            rig.pass(8)
            rig.expect(rig.sound.sound(after: rig.player.startedAt, on: "n2") == nil, "it played on another sink")
            rig.over()
            try rig.sound.addSink("n1")
            rig.recover()
        },
        FaultRow(
            "moved-by-mixer", .device, "a user moves the stream to another sink",
            Expected(.playing, soundAgain: 0.3, silence: 0.3),
            isBrief: true, sinks: ["n1", "n2"]
        ) { rig in
            try rig.startAndSettle()
            let input = try rig.sound.sinkInput()
            rig.begin()
            try rig.sound.pactl("move-sink-input", input ?? "0", "n2")
            rig.over()
            rig.expect(rig.waitForSound(after: .now, on: "n2"), "no sound on the sink it was moved to")
            rig.pass(rig.pace.settle)
        },
        FaultRow(
            "default-changes", .device, "another sink becomes the default", Expected(.playing, silence: 0.3),
            sinks: ["n1", "n2"]
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            try rig.sound.pactl("set-default-sink", "n2")
            rig.over()
            rig.pass(rig.pace.settle)
        },
    ]

    static func arguments(_ arguments: [String]) -> PlayerProcess.Setting {
        var setting = PlayerProcess.Setting()
        setting.arguments = arguments
        return setting
    }

    private static func removedForGood(_ rig: FaultRig, _ options: [String] = []) throws {
        try rig.startAndSettle(arguments(options))
        rig.begin()
        try rig.sound.removeSink("n1")
        rig.pass(rig.pace.settle)
        let elsewhere = rig.sound.stretches(of: "n2").reduce(0) { $0 + $1.begin.duration(to: $1.end).inSeconds * 1000 }
        rig.note("\(FaultFigures.text(elsewhere)) ms on the other sink")
        rig.expect(elsewhere <= 50, "\(FaultFigures.text(elsewhere)) ms on the other sink, at most 50")
    }

    private static func removedAndBack(
        _ rig: FaultRig, _ options: [String], back: String, silentOn other: String? = nil
    ) throws {
        try rig.startAndSettle(arguments(options))
        rig.begin()
        try rig.sound.removeSink("n1")
        rig.pass(rig.pace.away(10))
        if let other {
            let elsewhere = rig.sound.stretches(of: other).reduce(0) {
                $0 + $1.begin.duration(to: $1.end).inSeconds * 1000
            }
            rig.note("\(FaultFigures.text(elsewhere)) ms on the other sink")
            rig.expect(elsewhere <= 50, "\(FaultFigures.text(elsewhere)) ms on the other sink, at most 50")
        }
        rig.over()
        try rig.sound.addSink(back)
        rig.recover()
    }
}

extension FaultRow {
    /// Rows in which the connection ends, delivers nothing or is slow, while the server accepts new connections.
    static let dropRows: [FaultRow] = [
        FaultRow(
            "drop-fin", .network, "the server closes the connection; a new one is served", .unnoticed, isBrief: true
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.station.drop()
            rig.over()
            rig.pass(rig.pace.settle * 2)
        },
        FaultRow(
            "drop-rst", .network, "the connection is reset; a new one is served", .unnoticed, isBrief: true
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.station.drop(reset: true)
            rig.over()
            rig.pass(rig.pace.settle * 2)
        },
        FaultRow("drop-5-times", .network, "closed five times, every three seconds", .unnoticed) { rig in
            try rig.startAndSettle()
            rig.begin()
            for _ in 0..<5 {
                rig.station.drop()
                rig.pass(3)
            }
            rig.over()
            rig.pass(rig.pace.settle)
        },
        FaultRow(
            "freeze-5", .network, "no byte for 5 s on a connection that stays, then it goes on",
            Expected(.playing, silence: 2)
        ) {
            rig in
            try rig.startAndSettle()
            rig.begin()
            rig.station.freeze()
            rig.pass(5)
            rig.station.thaw()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "freeze-30", .network, "no byte for 30 s on a connection that stays; a new one would be served",
            Expected(.playing, silence: 6, repeated: 30)
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.station.freeze()
            rig.pass(30)
            rig.station.thaw()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "freeze-all-30", .network, "no byte for 30 s on any connection, new ones are accepted and get headers only",
            // A request sent just before the end of the fault may still wait for its first byte of sound.
            Expected(.playing, soundAgain: 1.2, repeated: 30)
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.station.freeze(newcomers: true)
            rig.pass(30)
            rig.station.thaw()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "trickle", .network, "sound comes at 0.8 of its pace for 40 s",
            // The station sends only 0.8 s of sound per second, so the player must interrupt the sound. After each
            // interruption, it waits for at most 4 s of sound before it continues.
            Expected(.playing, silence: 6, repeated: 30, lost: 30)
        ) { rig in
            try rig.startAndSettle()
            rig.begin()
            rig.station.setPace(0.8)
            rig.pass(40)
            rig.station.setPace(1)
            rig.over()
            rig.recover()
        },
        FaultRow(
            "no-burst", .network, "a server that sends nothing ahead, for 20 s",
            Expected(.playing, silence: 0.05, repeated: 0, lost: 0)
        ) { rig in
            rig.station.setBurst(0)
            try rig.startAndSettle()
            rig.begin()
            rig.pass(20)
        },
        FaultRow(
            "all-at-once", .network, "a server that sends two minutes at once; 60 s are heard", .unnoticed
        ) { rig in
            rig.station.setBurst(2 * 1024 * 1024)
            try rig.startAndSettle()
            rig.begin()
            rig.pass(60)
        },
        FaultRow(
            "no-burst-drop", .network, "the connection drops, and the server sends nothing ahead",
            Expected(.playing, soundAgain: 1.2, silence: 1.2, repeated: 30)
        ) { rig in
            rig.station.setBurst(0)
            try rig.startAndSettle()
            rig.begin()
            rig.station.drop()
            rig.over()
            rig.recover()
        },
    ]

    /// Rows in which the server cannot be reached for a while.
    static let awayRows: [FaultRow] = [
        FaultRow("away-1", .server, "port closed for 1 s, connections closed", .unnoticed, isBrief: true) { rig in
            try away(rig, 1)
        },
        FaultRow(
            "away-30", .server, "port closed for 30 s", Expected(.playing, soundAgain: 1.2, repeated: 30).tries(1.2)
        ) { rig in try away(rig, 30) },
        FaultRow(
            "away-300", .server, "port closed for 5 min, policy kiosk",
            Expected(.playing, soundAgain: 1.2, repeated: 30).tries(1.2), isLong: true
        ) { rig in try away(rig, 300, ["--policy", "kiosk"]) },
        FaultRow(
            "refused-at-start", .server, "nobody listens; --give-up-after 3", Expected(.exit(69)).tries(4),
            isBrief: true
        ) { rig in
            rig.station.goAway()
            var setting = PlayerProcess.Setting()
            setting.arguments = ["--give-up-after", "3"]
            try rig.start(setting)
            rig.begin()
            rig.wait { !rig.player.isRunning }
        },
        FaultRow(
            "refused-then-there", .server, "nobody listens for 8 s, policy kiosk",
            Expected(.playing, soundAgain: 1.2).tries(1.5)
        ) { rig in
            rig.station.goAway()
            var setting = PlayerProcess.Setting()
            setting.arguments = ["--policy", "kiosk"]
            try rig.start(setting)
            rig.begin()
            rig.pass(8)
            try rig.station.comeBack()
            rig.over()
            rig.recover()
        },
    ]

    private static func away(_ rig: FaultRig, _ seconds: Double, _ arguments: [String] = []) throws {
        var setting = PlayerProcess.Setting()
        setting.arguments = arguments
        try rig.startAndSettle(setting)
        rig.begin()
        rig.station.goAway()
        rig.pass(rig.pace.away(seconds))
        try rig.station.comeBack()
        rig.over()
        rig.recover()
    }
}

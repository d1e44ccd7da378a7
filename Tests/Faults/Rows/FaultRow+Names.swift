import TestSupport

extension FaultRow {
    /// Rows in which the station's host name cannot be resolved or leads to other addresses. The library of
    /// Tests/FaultPreload replaces the player's resolver.
    static let nameRows: [FaultRow] = [
        FaultRow(
            "name-unknown", .network, "from the start: the name does not exist", Expected(.exit(68)), needs: [.preload]
        ) {
            rig in
            let names = try Names(rig, "fail")
            try rig.start(names.setting)
            rig.begin()
            rig.wait { !rig.player.isRunning }
        },
        FaultRow(
            "name-hangs", .network, "from the start: the look-up does not answer for 12 s",
            Expected(.playing, soundAgain: 9.2),
            needs: [.preload]
        ) { rig in
            let names = try Names(rig, "hang")
            try rig.start(names.setting)
            rig.begin()
            rig.pass(12)
            try names.set("127.0.0.1")
            rig.over()
            rig.recover()
        },
        FaultRow(
            "name-fails-after", .network, "drops, and for 10 s the name does not exist",
            Expected(.playing, soundAgain: 1.2, repeated: 30),
            needs: [.preload]
        ) { rig in
            let names = try Names(rig, "127.0.0.1")
            try rig.startAndSettle(names.setting)
            rig.begin()
            try names.set("fail")
            // The player could still reach the station at the address that it resolved before, so the server must be
            // away, too.
            rig.station.goAway()
            rig.pass(10)
            try rig.station.comeBack()
            try names.set("127.0.0.1")
            rig.over()
            rig.recover()
        },
        FaultRow(
            "name-changes", .network, "the station moves to another address under the same name",
            // The allowed time includes tries at the old address, before the player resolves the name again.
            Expected(.playing, soundAgain: 1.2, repeated: 30), needs: [.preload]
        ) { rig in
            let names = try Names(rig, "127.0.0.1")
            try rig.startAndSettle(names.setting)
            let twin = try rig.station.twin(at: "127.0.0.2")
            defer { twin.stop() }
            rig.begin()
            try names.set("127.0.0.2")
            rig.station.goAway()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "ipv6-black-hole", .network,
            "the name has an IPv6 address that swallows connections, and a working IPv4 one",
            Expected(.playing, soundAgain: 1.2), needs: [.preload, .ipv6]
        ) { rig in
            let hole = try BlackHole(port: rig.station.port)
            let names = try Names(rig, "::1 127.0.0.1")
            try rig.start(names.setting)
            rig.begin()
            rig.over()
            rig.recover()
            withExtendedLifetime(hole) {}
        },
    ]

    /// Rows in which the network interface goes down. They run in a network namespace of their own.
    static let linkRows: [FaultRow] = [
        FaultRow(
            "link-down-20", .network, "the network interface goes down for 20 s",
            Expected(.playing, soundAgain: 1.2, repeated: 30), needs: [.ownNetwork]
        ) { rig in try linkDown(rig, 20) },
        FaultRow(
            "link-down-200", .network, "the network interface goes down for 200 s: tries are far between by then",
            Expected(.playing, soundAgain: 1.2, repeated: 30), needs: [.ownNetwork], isLong: true
        ) { rig in try linkDown(rig, 200) },
    ]

    private static func linkDown(_ rig: FaultRig, _ seconds: Double) throws {
        try rig.startAndSettle()
        rig.begin()
        try OwnNetwork.setLoopback(isUp: false)
        rig.pass(rig.pace.away(seconds))
        try OwnNetwork.setLoopback(isUp: true)
        rig.over()
        rig.recover()
    }

    /// A host name for the row's station. The row decides to which addresses the name resolves.
    private final class Names {
        let setting: PlayerProcess.Setting
        private let file: TextFile
        private static let name = "radio.test"

        init(_ rig: FaultRig, _ line: String) throws {
            let file = try TextFile("names", "\(Self.name) \(line)\n")
            var setting = PlayerProcess.Setting()
            setting.environment = ["LD_PRELOAD": rig.tools.preload ?? "", "LONGWAVE_FAULT_NAMES": file.path]
            setting.address = "http://\(Self.name):\(rig.station.port)/live"
            self.setting = setting
            self.file = file
        }

        func set(_ line: String) throws { try file.write("\(Self.name) \(line)\n") }
    }
}

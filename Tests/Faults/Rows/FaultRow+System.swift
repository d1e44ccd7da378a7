import Glibc
import TestSupport

extension FaultRow {
    /// Rows in which the computer lacks a resource, the disk does not respond, the reader of the player's stdout is
    /// gone or does not read, the wall clock jumps, or there is no D-Bus.
    static let systemRows: [FaultRow] = [
        FaultRow("disk-full", .system, "--output FILE.wav on a full disk (/dev/full)", Expected(.exit(73))) { rig in
            // An output file's name must end in ".wav", so a link with such a name leads to /dev/full.
            let link = try TextFile("sound.wav")
            unlink(link.path)
            guard symlink("/dev/full", link.path) == 0 else {
                throw FaultError(description: "symlink: \(errno)")
            }
            try rig.start(arguments(["--output", link.path]))
            rig.begin()
            rig.wait { !rig.player.isRunning }
        },
        hangingDisk,
        limitRow("few-descriptors", "40 descriptors at most", "--nofile=40"),
        limitRow("little-memory", "40 MB of data at most (RLIMIT_DATA)", "--data=41943040"),
        FaultRow(
            "reader-gone", .system, "the reader of stdout goes away", Expected(.exit(0), disagreement: nil),
            isBrief: true
        ) { rig in
            var setting = PlayerProcess.Setting()
            setting.needsPipe = true
            try rig.startAndSettle(setting)
            rig.begin()
            // The player must notice that the pipe is closed, and end, although it has nothing to write at this time.
            rig.player.closeOutput()
            rig.wait { !rig.player.isRunning }
        },
        FaultRow(
            "reader-stuck", .system, "the reader of stdout does not read, through ten drops",
            Expected(.playing, silence: 0.05, disagreement: nil)
        ) { rig in
            var setting = PlayerProcess.Setting()
            setting.needsPipe = true
            try rig.startAndSettle(setting)
            rig.begin()
            rig.player.stopReading()
            for _ in 0..<10 {
                rig.station.drop()
                rig.pass(1)
            }
            rig.over()
            rig.pass(rig.pace.settle)
        },
        clockRow(
            "clock-forward", "the wall clock jumps a year ahead while it plays, then the connection drops", 365 * 86_400
        ),
        clockRow(
            "clock-back", "the wall clock jumps a year back while it plays, then the connection drops", -365 * 86_400),
        FaultRow(
            "no-bus", .system, "D-Bus addresses that lead nowhere", Expected(.playing, silence: 0.05)
        ) { rig in
            var setting = PlayerProcess.Setting()
            setting.environment = [
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/proc/nonexistent/bus",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/proc/nonexistent/system",
            ]
            try rig.startAndSettle(setting)
            rig.begin()
            rig.pass(rig.pace.settle)
        },
    ]

    /// A row in which the file system does not respond when the player reads the station list or uses the database with
    /// the listener's properties of stations. The key `n` must nevertheless play the next station.
    private static let hangingDisk = FaultRow(
        "disk-hangs", .system,
        "the list of stations and what is kept of them do not answer any more; the key n plays the next one",
        Expected(.playing, soundAgain: 1, silence: 0.5, disagreement: 1), needs: [.preload]
    ) { rig in
        let hangs = try TextFile("hangs")
        let data = try TemporaryDirectory()
        let list = ["One", "Two"].map { "{\"name\":\"Station \($0)\",\"streamURL\":\"\(rig.station.url("/\($0)"))\"}" }
        let library = try TextFile("stations.json", "{\"station\":[\(list.joined(separator: ","))]}")
        var setting = PlayerProcess.Setting()
        setting.environment = [
            "LD_PRELOAD": rig.tools.preload ?? "", "LONGWAVE_FAULT_HANG": hangs.path, "XDG_DATA_HOME": data.path,
        ]
        setting.arguments = ["--library", library.path]
        setting.address = "Station One"
        setting.hasTerminal = true
        rig.atEnd { withExtendedLifetime((hangs, data, library)) {} }
        try rig.startAndSettle(setting)
        rig.begin()
        try hangs.write("library.sqlite\nstations.json\n")
        rig.player.press("n")
        rig.over()
        rig.recover()
        rig.pass(rig.pace.settle)
        let threads = ProcessFacts(rig.player.pid).threadNames
        rig.note("threads: \(threads.joined(separator: ", "))")
        rig.expect(threads.count <= 5, "\(threads.count) threads")
        let database = data.path + "/longwave/titles.sqlite"
        func heard() -> String {
            (try? ChildProcess.run(rig.tools.binary, ["songs", "--database", database]).output) ?? ""
        }
        rig.expect(rig.wait(within: .seconds(20)) { heard().contains("Station Two") }, "no history: \(heard())")
    }

    private static func limitRow(_ name: String, _ what: String, _ limit: String) -> FaultRow {
        FaultRow(name, .system, "\(what); the connection drops three times", Expected(.playing, silence: 0.05)) { rig in
            var setting = PlayerProcess.Setting()
            setting.limits = [limit]
            try rig.startAndSettle(setting)
            rig.begin()
            for _ in 0..<3 {
                rig.station.drop()
                rig.pass(3)
            }
            rig.over()
            rig.pass(rig.pace.settle)
        }
    }

    private static func clockRow(_ name: String, _ what: String, _ seconds: Int64) -> FaultRow {
        FaultRow(name, .system, what, .unnoticed, needs: [.preload]) { rig in
            let clock = try PlayerClock(0)
            var setting = PlayerProcess.Setting()
            setting.environment = ["LD_PRELOAD": rig.tools.preload ?? "", "LONGWAVE_FAULT_CLOCK": clock.path]
            try rig.startAndSettle(setting)
            rig.begin()
            try clock.set(seconds)
            rig.pass(3)
            rig.station.drop()
            rig.over()
            rig.pass(rig.pace.settle * 2)
        }
    }
}

import TestSupport

extension FaultRow {
    /// Rows in which the disk that holds the tape and a recording fails. The sound must continue unchanged.
    static let recordingRows: [FaultRow] = [
        FaultRow(
            "recording-disk-hangs", .system,
            "the disk of the tape and of a recording (key R) does not answer for 30 s; nothing is missing in the file",
            .unnoticed, needs: [.preload]
        ) { rig in
            let (hangs, cache) = (try TextFile("hangs"), try TemporaryDirectory())
            rig.atEnd { withExtendedLifetime((hangs, cache)) {} }
            var setting = PlayerProcess.Setting().recording
            setting.environment = [
                "LD_PRELOAD": rig.tools.preload ?? "", "LONGWAVE_FAULT_HANG": hangs.path, "XDG_CACHE_HOME": cache.path,
            ]
            try rig.startAndSettle(setting)
            rig.begin()
            try hangs.write(cache.path + "\n" + rig.player.recordingsFolder + "\n")
            func size() -> Int { rig.player.recordings.reduce(0) { $0 + ((try? Samples.read(path: $1))?.count ?? 0) } }
            // A write that the player began before the fault can finish within this second.
            rig.pass(1)
            let before = size()
            rig.pass(rig.pace.away(30))
            rig.expect(before > 0 && size() == before, "the disk did not hang: \(before), then \(size()) bytes")
            try hangs.write("")
            rig.over()
            rig.pass(rig.pace.settle)
            rig.player.press("R")
            let says = rig.wait(within: .seconds(20)) { rig.player.errorLines.contains { $0.contains("written: ") } }
            rig.expect(says, "it does not say that the recording is written")
            let threads = ProcessFacts(rig.player.pid).threadNames
            rig.note("threads: \(threads.joined(separator: ", "))")
            rig.expect(threads.count <= 7, "\(threads.count) threads")
            let programme = rig.tools.programmes[0]
            for path in rig.player.recordings {
                let frames = RecordingCheck.frames(try Samples.read(path: path))
                let found = RecordedFrames(
                    of: Samples.mpegPackets(programme.bytes), in: [.init(name: path, frames: frames)])
                rig.expect(found.problems.isEmpty && found.missing.isEmpty, "\(found.problems) \(found.missing)")
                rig.note("\(frames.count) frames without a gap")
            }
        },
        full("recording-disk-full", "200 kB (a tmpfs)", needs: [.ownMounts]) { setting, folder in
            let script = "mount -t tmpfs -o size=200k none \"$1\" && mkdir \"$1/cache\" && shift && exec \"$@\""
            setting.starter = ["unshare", "-rm", "sh", "-c", script, "sh", folder]
        },
        full("recording-limit", "files of 200 kB at most (RLIMIT_FSIZE)") { setting, _ in
            setting.limits = ["--fsize=200000"]
        },
    ]

    /// Returns a row in which the tape and a recording soon have no more space. `change` limits the space.
    private static func full(
        _ name: String, _ what: String, needs: [Need] = [],
        change: @escaping @Sendable (inout PlayerProcess.Setting, _ folder: String) -> Void
    ) -> FaultRow {
        FaultRow(
            name, .system, "the tape and a recording (key R) have \(what); the connection drops once", .unnoticed,
            needs: needs
        ) { rig in
            let folder = try TemporaryDirectory()
            rig.atEnd { withExtendedLifetime(folder) {} }
            var setting = PlayerProcess.Setting().recording
            setting.judgesRecording = false
            setting.arguments = ["--recordings", folder.path]
            setting.environment["XDG_CACHE_HOME"] = folder.path + "/cache"
            change(&setting, folder.path)
            try rig.startAndSettle(setting)
            rig.begin()
            // The recording grows by 16 kB per second, so that its space is soon used up.
            let says = rig.wait { rig.player.errorLines.contains { $0.contains("the recording failed") } }
            rig.expect(says, "it does not say that the recording failed")
            rig.note(rig.player.errorLines.last.map(String.init) ?? "")
            rig.station.drop()
            rig.over()
            rig.pass(rig.pace.settle)
        }
    }
}

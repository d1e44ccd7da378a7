import Glibc
import RadioAudio
import RadioLoop
import TestSupport

extension FaultRow {
    /// Rows with stations that are not equally loud.
    static let levelRows: [FaultRow] = [
        FaultRow(
            "levels", .server, "stations of −6 and −25 LUFS at `--loudness -16`, unknown and then known",
            Expected(.playing, disagreement: nil)
        ) { rig in
            let (loud, quiet) = (try ToneProgramme(-6, rig.tools), try ToneProgramme(-25, rig.tools))
            rig.station.answer { request, _ in .programme(request.path == "/quiet" ? quiet : loud) }
            try rig.startShared("--loudness", "-16")
            rig.begin()
            for isKnown in [false, true] {
                for path in ["/quiet", "/loud"] {
                    try rig.command("ctl", "play", rig.station.url(path))
                    rig.pass(isKnown ? 1 : 40)
                    let loudness = try rig.loudness()
                    rig.note("\(path) \(isKnown ? "known" : "after 40 s"): \(FaultFigures.text(loudness)) LUFS")
                    rig.expect(abs(loudness + 16) < 1, "\(path) is at \(FaultFigures.text(loudness)) LUFS")
                }
            }
            rig.over()
            rig.recover()
        }
    ]

    /// Rows with a station whose clock differs from the sound card's.
    static let driftRows: [FaultRow] = [drift("drift-fast", 500), drift("drift-slow", -500)]

    private static func drift(_ name: String, _ partsPerMillion: Double) -> FaultRow {
        FaultRow(
            name, .server, "the station's clock is wrong by \(Int(partsPerMillion)) ppm for half an hour",
            // In half an hour, 0.9 s of sound are left out or heard twice.
            Expected(.playing, silence: 0.05, repeated: 1000, lost: 1000), isLong: true
        ) { rig in
            rig.station.setPace(1 + partsPerMillion / 1e6)
            var setting = PlayerProcess.Setting()
            setting.arguments = ["--policy", "kiosk"]
            try rig.startAndSettle(setting)
            rig.begin()
            let begin = MonotonicInstant.now
            rig.pass(1800)
            // The state of each title: one in ten seconds.
            let states = rig.player.lines.filter { $0.at >= begin && $0.content.heardTitle != nil }.map(\.content)
            let delays = states.compactMap(\.liveOffset)
            let (least, most) = (delays.min() ?? 0, delays.max() ?? .infinity)
            rig.note("delay to live \(FaultFigures.text(least)) to \(FaultFigures.text(most)) s")
            rig.expect(most - least <= 1, "the delay to live changes by \(FaultFigures.text(most - least)) s")
            let tenth = delays.count / 10
            let change = (delays.suffix(tenth).reduce(0, +) - delays.prefix(tenth).reduce(0, +)) / Double(max(tenth, 1))
            rig.expect(abs(change) < 0.2, "the delay to live has changed by \(FaultFigures.text(change)) s")
            let found = states.last?.drift ?? 0
            rig.note("drift \(FaultFigures.text(found)) ppm")
            rig.expect(abs(found - partsPerMillion) < 50, "drift \(FaultFigures.text(found)) ppm")
            rig.over()
            rig.recover()
        }
    }
}

extension FaultRig {
    /// Records the sink for some seconds, and returns the loudness in LUFS.
    fileprivate func loudness() throws -> Double {
        let recorder = try PulseRecorder(
            address: sound.address, sink: "n1", rate: SweepProgramme.sampleRate, channels: 1)
        pass(6)
        let meter = LoudnessMeter()
        recorder.channel(0).withUnsafeBufferPointer {
            meter.add($0, format: PCMFormat(sampleRate: SweepProgramme.sampleRate, channelCount: 1))
        }
        return meter.reading?.loudness ?? -.infinity
    }
}

/// A tone of 1 kHz. Its loudness in LUFS is its peak in dBFS (EBU Tech 3341).
private struct ToneProgramme: StationProgramme {
    let bytes: [UInt8]
    private static let seconds = 20.0

    init(_ loudness: Double, _ tools: FaultTools) throws {
        let folder = try TemporaryDirectory()
        let file = "\(tools.cacheFolder ?? folder.path)/tone\(Int(loudness)).mp3"
        if access(file, R_OK) != 0 {
            // LAME makes sound softer by 0.45 dB.
            let wave = "\(pow(10, (loudness + 0.45) / 20))*sin(2000*PI*t)"
            try SweepProgramme.encode(
                .mp3, "aevalsrc=\(wave)|\(wave):s=\(SweepProgramme.sampleRate):d=\(Self.seconds)", to: file)
        }
        bytes = Samples.mpegPackets(try Samples.read(path: file)).flatMap { $0 }
    }

    var contentType: String { "audio/mpeg" }
    var titleSeconds: Double? { 10 }
    // A bit rate of 128 kbit/s.
    func position(after seconds: Double) -> Int { Int(seconds * 16_000) }
    func entry(at position: Int) -> (head: [UInt8], position: Int) { ([], position) }
}

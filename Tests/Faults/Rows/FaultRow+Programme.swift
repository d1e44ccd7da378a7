import RadioLoop
import Synchronization
import TestSupport

extension FaultRow {
    /// Rows in which a source of a programme is silent or leaves, and another one of its sources plays.
    static let programmeRows: [FaultRow] = [
        FaultRow(
            "programme-dead-air", .server, "the first source sends silence; dead-air 3 s",
            // The silence is found when it is decoded, up to two seconds before it is heard. Until then, the player says
            // `playing`.
            Expected(.playing, silence: 4, disagreement: nil), isBrief: true
        ) { rig in
            let first = MutableProgramme(rig.tools.programmes[0])
            try rig.startProgramme(first)
            rig.begin()
            first.isSilent = true
            rig.expect(rig.player.says(\.isSwitch), "it keeps the silent source")
            rig.over()
            rig.recover()
        },
        FaultRow(
            "programme-leaves", .server, "the first source leaves; no-sound 2 s", Expected(.playing, silence: 2.3)
        ) { rig in
            try rig.startProgramme(MutableProgramme(rig.tools.programmes[0]))
            rig.begin()
            rig.station.answerSources(first: .close)
            rig.station.drop()
            rig.expect(rig.player.says(\.isSwitch), "it keeps the source that has left")
            rig.over()
            rig.recover()
        },
        FaultRow(
            "programme-returns", .server, "the second source plays, and the first is well again; return-after 5 s",
            Expected(.playing, silence: 0.3, disagreement: nil)
        ) { rig in
            let first = MutableProgramme(rig.tools.programmes[0])
            first.isSilent = true
            try rig.startProgramme(first)
            rig.expect(rig.player.says(\.isSwitch), "it keeps the silent source")
            rig.pass(rig.pace.settle)
            rig.begin()
            let begin = MonotonicInstant.now
            first.isSilent = false
            rig.expect(rig.player.says(after: begin, within: .seconds(60), \.isSwitch), "it does not go back")
            rig.over()
            rig.recover()
        },
        FaultRow(
            "programme-pauses", .server, "a healthy source that is silent for two seconds of every four; dead-air 3 s",
            Expected(.playing, silence: 2.5, disagreement: nil)
        ) { rig in
            let first = MutableProgramme(rig.tools.programmes[0])
            try rig.startProgramme(first)
            rig.begin()
            for _ in 0..<5 {
                first.isSilent = true
                rig.pass(2)
                first.isSilent = false
                rig.pass(2)
            }
            rig.over()
            rig.recover()
            rig.expect(!rig.player.lines.contains(where: \.isSwitch), "it leaves a healthy source")
        },
        FaultRow(
            "programme-quiet", .server, "a healthy source at −55 dBFS for 15 s; dead-air 3 s",
            // The monitor cannot hear so quiet a sound.
            Expected(.playing, disagreement: nil)
        ) { rig in
            let first = MutableProgramme(rig.tools.programmes[0])
            try rig.startProgramme(first)
            rig.begin()
            first.isQuiet = true
            rig.pass(15)
            first.isQuiet = false
            rig.over()
            rig.recover()
            rig.expect(!rig.player.lines.contains(where: \.isSwitch), "it leaves a healthy source")
        },
        FaultRow(
            "announcement-drop", .server, "the station is away for 6 s of an announcement of 12 s over its sound",
            Expected(.playing, silence: 0.5, disagreement: nil)
        ) { rig in
            try rig.startShared()
            let voice = try rig.home.write("voice.wav", QuietSound(peak: 0.3, noise: 0).wave(seconds: 12))
            // The ducked station is below what the monitor hears, so that a silence shows the announcement's end.
            rig.begin()
            try rig.command("ctl", "announce", voice, "--duck", "60")
            rig.pass(2)
            rig.station.goAway()
            rig.pass(6)
            try rig.station.comeBack()
            rig.pass(5)
            rig.over()
            rig.recover()
        },
    ]
}

extension PlayerLine {
    fileprivate var isSwitch: Bool { content.event == "sourceDidChange" }
}

extension FaultRig {
    /// Starts the player with a programme of two sources, waits for sound and lets it play for a while. The first source
    /// sends `first`, the second the usual programme.
    fileprivate func startProgramme(_ first: MutableProgramme) throws {
        station.answerSources(first: .programme(first))
        let folder = try TemporaryDirectory()
        atEnd { withExtendedLifetime(folder) {} }
        try folder.write(
            "longwave/config.toml",
            """
            [[programme]]
            name = "shop"
            sources = ["\(station.url("/first"))", "\(station.url("/second"))"]
            no-sound = "2s"
            dead-air = "3s"
            return-after = "5s"
            """)
        var setting = PlayerProcess.Setting()
        setting.environment = ["XDG_CONFIG_HOME": folder.path]
        setting.arguments = ["--policy", "kiosk", "--programme"]
        setting.address = "shop"
        try startAndSettle(setting)
    }
}

extension FaultRig {
    /// Starts the shared player, which plays the row's station. Waits for sound and lets it play for a while.
    func startShared(_ options: String...) throws {
        var setting = PlayerProcess.Setting()
        (setting.command, setting.environment) = (["serve", "--json"] + options, homeVariables)
        setting.needsPipe = true
        try start(setting)
        wait { (try? longwave(["ctl", "play", station.url()]).wait()) == 0 }
        guard waitForSound(after: player.startedAt) else { throw Unsettled() }
        pass(pace.settle)
    }
}

extension LiveStation {
    /// Sets the answer to requests for the first source of a programme. Other requests get the usual programme.
    func answerSources(first: Answer) {
        answer { request, _ in request.path == "/first" ? first : .stream(.mp3) }
    }
}

/// The usual programme, which a row can replace by digital silence, or make quiet.
final class MutableProgramme: StationProgramme {
    private enum Level { case usual, quiet, silent }

    private let sound: SweepProgramme
    private let quiet: [UInt8]
    private let silence: [UInt8]
    private let level = Mutex(Level.usual)

    init(_ sound: SweepProgramme) {
        self.sound = sound
        quiet = Samples.mpegPackets(sound.bytes).flatMap(Self.quiet)
        // Frames of MPEG layer III without data.
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
        var bytes: [UInt8] = []
        while bytes.count < sound.bytes.count { bytes += frame }
        silence = Array(bytes.prefix(sound.bytes.count))
    }

    /// Returns a stereo frame of MPEG-1 layer III, made softer by 44 dB: its global gains count steps of 1.5 dB.
    private static func quiet(_ frame: [UInt8]) -> [UInt8] {
        var frame = frame
        for granule in 0..<4 {
            // The header has 32 bits. The side information has 20 bits, and then 59 bits for each granule and channel.
            let first = 32 + 20 + 59 * granule + 21
            let place = (byte: first / 8, shift: 8 - first % 8)
            let bits = Int(frame[place.byte]) << 8 | Int(frame[place.byte + 1])
            let gain = bits >> place.shift & 0xFF
            let new = bits & ~(0xFF << place.shift) | max(gain - 29, 0) << place.shift
            (frame[place.byte], frame[place.byte + 1]) = (UInt8(new >> 8), UInt8(new & 0xFF))
        }
        return frame
    }

    var isSilent: Bool {
        get { level.withLock { $0 == .silent } }
        set { level.withLock { $0 = newValue ? .silent : .usual } }
    }
    var isQuiet: Bool {
        get { level.withLock { $0 == .quiet } }
        set { level.withLock { $0 = newValue ? .quiet : .usual } }
    }

    var contentType: String { sound.contentType }
    var bytes: [UInt8] {
        switch level.withLock({ $0 }) {
        case .usual: sound.bytes
        case .quiet: quiet
        case .silent: silence
        }
    }
    var titleSeconds: Double? { sound.titleSeconds }
    func position(after seconds: Double) -> Int { sound.position(after: seconds) }
    func entry(at position: Int) -> (head: [UInt8], position: Int) { sound.entry(at: position) }
}

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

extension LiveStation {
    /// Sets the answer to requests for the first source of a programme. Other requests get the usual programme.
    fileprivate func answerSources(first: Answer) {
        answer { request, _ in request.path == "/first" ? first : .stream(.mp3) }
    }
}

/// The usual programme, which a row can replace by digital silence.
private final class MutableProgramme: StationProgramme {
    private let sound: SweepProgramme
    private let silence: [UInt8]
    private let silent = Mutex(false)

    init(_ sound: SweepProgramme) {
        self.sound = sound
        // Frames of MPEG layer III without data.
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
        var bytes: [UInt8] = []
        while bytes.count < sound.bytes.count { bytes += frame }
        silence = Array(bytes.prefix(sound.bytes.count))
    }

    var isSilent: Bool {
        get { silent.withLock { $0 } }
        set { silent.withLock { $0 = newValue } }
    }

    var contentType: String { sound.contentType }
    var bytes: [UInt8] { isSilent ? silence : sound.bytes }
    var titleSeconds: Double? { sound.titleSeconds }
    func position(after seconds: Double) -> Int { sound.position(after: seconds) }
    func entry(at position: Int) -> (head: [UInt8], position: Int) { sound.entry(at: position) }
}

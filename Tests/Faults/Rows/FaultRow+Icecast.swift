import RadioLoop
import TestSupport

extension FaultRow {
    /// Rows with a real Icecast instead of the project's own test server.
    static let icecastRows: [FaultRow] = [
        FaultRow(
            "icecast-source-5", .server,
            "Icecast's source goes away for 5 s; Icecast closes its listeners and says 404",
            // The allowed time includes 0.4 s by which Icecast may delay the first bytes for a listener.
            Expected(.playing, soundAgain: 1.7, repeated: 30), needs: [.icecast]
        ) { rig in
            let radio = try settled(rig)
            rig.begin()
            radio.endSource()
            rig.pass(rig.pace.away(5))
            try radio.startSource()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "icecast-restarted", .server, "Icecast is killed, and is back after 5 s",
            Expected(.playing, soundAgain: 1.7, repeated: 30), needs: [.icecast]
        ) { rig in
            let radio = try settled(rig)
            rig.begin()
            radio.kill()
            rig.pass(rig.pace.away(5))
            try radio.start()
            rig.over()
            rig.recover()
        },
        FaultRow(
            "icecast-frozen-20", .server, "Icecast stands still for 20 s (SIGSTOP)",
            Expected(.playing, soundAgain: 1.7, repeated: 30), needs: [.icecast]
        ) { rig in
            let radio = try settled(rig)
            rig.begin()
            radio.server?.freeze()
            rig.pass(20)
            radio.server?.thaw()
            rig.over()
            rig.recover()
        },
    ]

    private static func settled(_ rig: FaultRig) throws -> RealStation {
        let radio = try RealStation(rig)
        try radio.start()
        try rig.startAndSettle(radio.setting)
        return radio
    }

    /// A live station of a real Icecast with the row's programme. The programme runs on while the source is away, and a
    /// new source sends it from its current position on.
    private final class RealStation {
        let setting: PlayerProcess.Setting
        private(set) var server: IcecastServer?
        private var source: IcecastSource?
        private let programme: SweepProgramme
        private let port: UInt16
        private let begin = MonotonicInstant.now
        private static let mount = "/live.mp3"

        init(_ rig: FaultRig) throws {
            programme = rig.tools.programmes[0]
            port = try LoopbackClient.freePort()
            var setting = PlayerProcess.Setting()
            setting.address = "http://127.0.0.1:\(port)\(Self.mount)"
            self.setting = setting
        }

        func start() throws {
            server = try IcecastServer(port: port)
            try startSource()
        }

        func startSource() throws {
            let elapsed = begin.duration(to: .now).inSeconds
            let place = Int(elapsed * programme.bytesPerSecond) % programme.bytes.count
            let sound = Array(programme.bytes[place...] + programme.bytes[..<place])
            source = try server?.feed(
                Self.mount, sound, bytesPerSecond: Int(programme.bytesPerSecond.rounded()),
                contentType: programme.contentType)
        }

        func endSource() { source = nil }

        func kill() {
            server?.stop()
            server = nil
            source = nil
        }
    }
}

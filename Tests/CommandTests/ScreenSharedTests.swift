import Glibc
import RadioLoop
import TestSupport
import Testing

/// The screen controls the shared player, or hands its own sound over to the shared player.
@Suite(.serialized) struct ScreenSharedTests {
    private let home: ScreenHome

    init() throws { home = try ScreenHome() }

    private func list(_ station: IcyServer) throws {
        try home.list(.init("Here", station.url), .init("There", station.url + "?2"))
    }

    /// Starts a shared player and a screen that controls it.
    private func shared(
        _ more: [String] = []
    ) async throws -> (service: ServeTests.Service, terminal: ScreenTerminal) {
        let service = try ServeTests.Service(["--output", "null"], ["LONGWAVE_LIBRARY": home.library])
        let terminal = try home.open(["screen"] + more, service.environment)
        try await terminal.see { $0.count > 3 && $0[2].contains("Here") }
        return (service, terminal)
    }

    @Test func itIsAClient() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Shared one")])
        defer { station.stop() }
        try list(station)
        let (service, terminal) = try await shared()
        try await terminal.see { $0[23] == #"this is the shared player; "longwave ctl quit" ends it"# }
        try terminal.press("?")
        try await terminal.see { $0[2].contains(#"the shared player; "longwave ctl quit" ends it"#) }
        try terminal.press("1", "Enter")
        try await terminal.seePlaying("Here")
        try await terminal.see("Shared one")
        #expect(service.says(#""status":"playing""#, #""name":"Here""#))
        try terminal.press("-", "4")
        let queue = try await terminal.see { $0[3].contains("2  There") && $0[22].contains("volume 95 %") }
        #expect(queue[2].hasPrefix("▸") && queue[22].contains("shared player"))
        #expect(try service.ctl("pause").code == 0)
        try await terminal.see { $0[21].hasPrefix("paused") }
        try terminal.press("q")
        try await terminal.see { $0[0].hasPrefix("the shell again") }
        #expect(try terminal.errors() == "")
        #expect(try terminal.code() == "0" && service.isThere)
    }

    /// The shared player's queue is so long that the screen reads it in parts.
    @Test func aLongQueue() async throws {
        try home.list((1...12_000).map { .init($0 == 1 ? "Here" : "Station \($0)", "http://127.0.0.1:1/\($0)") })
        let (_, terminal) = try await shared()
        try terminal.press("Enter", "4")
        try await terminal.see { $0[2].contains("Here") && $0[3].contains("Station 2") }
        try terminal.press("End")
        try await terminal.see("Station 12000")
        try terminal.press("S")
        try await terminal.see { $0[23] == "shuffle: on" }
    }

    /// What listens at the socket never answers. The screen then plays by itself.
    @Test func aSilentPlayer() async throws {
        let path = home.path + "/silent.sock"
        let server = try UnixServer(at: path) { descriptor in
            var byte: UInt8 = 0
            while read(descriptor, &byte, 1) > 0 {}
        }
        defer { server.stop() }
        let station = try IcyServer([try .init(.mp3, title: "Own")])
        defer { station.stop() }
        try list(station)
        let terminal = try home.open(ScreenHome.silent, ["LONGWAVE_SOCKET": path])
        try await terminal.see { $0.count > 3 && $0[23].hasPrefix("the shared player does not answer") }
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try await terminal.see("Own")
    }

    @Test func muteRateAndTimers() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { station.stop() }
        try list(station)
        let (service, terminal) = try await shared()
        try terminal.press("Space")
        try await terminal.seePlaying("Here")
        try terminal.press("m")
        try await terminal.see { $0[22].contains("muted") }
        #expect(service.says(#""muted":true"#))
        try terminal.press("m", "<")
        #expect(service.says(#""muted":false"#, #""rate":0.9"#))
        try terminal.press(">")
        #expect(service.says(#""rate":1"#))
        try terminal.press("z")
        try await terminal.see { $0[23] == "sleep timer: 15:00" }
        try await terminal.see { $0[22].contains("sleep in 14:5") }
        try terminal.press("*")
        try await terminal.see { $0[23] == "you like Band - Song" }
        try terminal.press("*")
        try await terminal.see { $0[23] == "you no longer like Band - Song" }
        try terminal.press("o")
        try await terminal.see { $0[1] == " Links for the title" }
        try terminal.press("Escape", "O")
        try await terminal.see { $0[23] == "there are no devices" }
        // Another client sets the sleep timer of the shared player. The screen shows it.
        #expect(try service.ctl("sleep", "off").code == 0)
        try await terminal.see { !$0[22].contains("sleep") }
        #expect(try service.ctl("sleep", "1h").code == 0)
        try await terminal.see { $0[22].contains("sleep in 59:5") }
        // While an alarm rings, the key of the sleep timer snoozes.
        let alarm = ["schedule", "add", "wake", "--alarm", "--at", WallClock.localTime(inSeconds: 3), "--play", "Here"]
        #expect(try LongwaveBinary.run(alarm, environment: service.environment).code == 0)
        try await terminal.see { $0[22].contains("alarm wake") }
        try terminal.press("z")
        try await terminal.see { $0[23] == "alarm wake (9:00)" }
    }

    @Test(.enabled(if: PulseServer.isInstalled)) func meterAndDevices() async throws {
        let station = try IcyServer(.mp3)
        let sound = try PulseServer(sinks: [.init("n1"), .init("n2")])
        try sound.pactl("set-default-sink", "n1")
        defer {
            station.stop()
            sound.stop()
        }
        try list(station)
        let service = try ServeTests.Service(
            [], ["LONGWAVE_LIBRARY": home.library, "PULSE_SERVER": sound.address])
        let terminal = try home.open(["screen"], service.environment)
        try await terminal.see { $0.count > 3 && $0[2].contains("Here") }
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try terminal.press("v")
        try await terminal.see { $0[22].contains("█") }
        try terminal.press("v")
        try await terminal.see { !$0[22].contains("█") }
        try terminal.press("O")
        let devices = try await terminal.see { $0[1] == " Sound device" && $0[3].count > 3 }
        #expect(devices[2].hasPrefix("▸ ") && !devices[3].hasPrefix("▸ "))
        try terminal.press("End", "Enter")
        try await terminal.see { $0[23] == "device: n2" }
        #expect(service.says(#""status":"playing""#, #""device":"n2""#))
        // `longwave ctl device` changes the shared player's device while the screen is open.
        #expect(try service.ctl("device", "*1").code == 0)
        #expect(service.says(#""status":"playing""#, #""device":"n1""#))
        let unknown = try service.ctl("device", "n3")
        #expect(unknown.code == 69 && unknown.errors.contains("has no such device"))
    }

    @Test func seeking() async throws {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(60)
        let pieces = try ["A - One", "B - Two", "C - Three"].map { try IcyServer.Piece(.mp3, title: $0) }
        let station = try IcyServer(pieces, settings: settings)
        defer { station.stop() }
        try list(station)
        let (service, terminal) = try await shared()
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "One" && $0[21].hasPrefix("playing") }
        try terminal.press("]", "]")
        try await terminal.see { $0[18] == "Three" }
        try terminal.press("[")
        try await terminal.see { $0[18] == "Two" }
        try terminal.press("Left")
        try await terminal.see { $0[18] == "One" }
        try terminal.press(")")
        try await terminal.see { $0[18] == "Three" }
        try terminal.press("(")
        try await terminal.see { $0[18] == "Two" }
        try terminal.press("(")
        #expect(service.says(#""scan":null"#))
        try terminal.press("l")
        try await terminal.see { !$0[21].contains("behind") }
        #expect(service.says(#""status":"playing""#))
    }

    @Test func editingTheQueue() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try list(station)
        let (service, terminal) = try await shared()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try terminal.press("Down", "E")
        try await terminal.see { $0[23] == "added to the queue: There" }
        try terminal.press("4")
        try await terminal.see { $0[3].contains("2  There") && $0[4].contains("3  There") }
        try terminal.press("End", "x")
        try await terminal.see { $0[4].isEmpty && $0[0].hasSuffix("2/2") }
        try terminal.press("{")
        try await terminal.see { $0[2].contains("1  There") && $0[3].hasPrefix("▸   2  Here") }
        try terminal.press("Enter")
        try await terminal.see { $0[2].hasPrefix("▸   1  There") }
        try terminal.press("s")
        try await terminal.see { $0[23] == "shuffle: on" }
        try terminal.press("r")
        try await terminal.see { $0[22].contains("repeat one") }
        // Another client moves to the next entry of the shared player's queue. The screen shows it.
        #expect(try service.ctl("next").code == 0)
        try await terminal.see { $0[2].hasPrefix("▸   1") == false && $0[3].hasPrefix("▸") }
    }

    /// The listener starts and ends a recording on the screen. The shared player records.
    @Test func recording() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try list(station)
        let (service, terminal) = try await shared()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try terminal.press("R")
        try await terminal.see { $0[21].contains("recording 0:0") }
        try terminal.press("R")
        try await terminal.see { $0[23].hasPrefix("written: /") && !$0[21].contains("recording") }
        #expect(service.isThere)
    }

    @Test func aDeadStation() async throws {
        let station = try IcyServer(.mp3)
        let dead = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer {
            station.stop()
            dead.stop()
        }
        try home.list(.init("Here", station.url), .init("Dead", dead.url("/x")))
        let (service, terminal) = try await shared()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        // The chosen station is dead. The screen tries a station before it sends it to the shared player, whose sound
        // therefore continues.
        try terminal.press("Down", "Enter")
        try await terminal.see { $0[3].contains("not found") && $0[2].hasPrefix("▸") && $0[21].hasPrefix("playing") }
        #expect(service.says(#""status":"playing""#, #""name":"Here""#))
    }

    /// The shared player is killed. From then on, the screen plays by itself.
    @Test func thePlayerDies() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try list(station)
        let (service, terminal) = try await shared(["--output", "null"])
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        service.child.end()
        try await terminal.see { $0[23] == "the shared player has ended; the screen plays by itself now" }
        try await terminal.see { $0[21] == "stopped" && !$0[22].contains("shared player") }
        try terminal.press("Down", "Enter")
        try await terminal.seePlaying("There")
    }

    @Test func alone() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try list(station)
        let (service, terminal) = try await shared(["--alone", "--output", "null"])
        try terminal.press("Enter")
        let lines = try await terminal.seePlaying("Here")
        #expect(!lines[22].contains("shared player"))
        #expect(try service.ctl("status", "--json").output.contains(#""status":"stopped""#))
    }

    // MARK: Handing over

    /// The key d starts a shared player, which continues the screen's sound. The screen ends only when the sound has
    /// been handed over. A paused station stays paused in the shared player until the listener plays it.
    @Test(.enabled(if: PulseServer.isInstalled), arguments: [false, true])
    func detaching(_ isPaused: Bool) async throws {
        let station = try IcyServer([try .init(.mp3, title: "Goes on")])
        defer { station.stop() }
        try list(station)
        let socket = home.path + "/pulse"
        let more = ["PULSE_SERVER": "unix:" + socket]
        let terminal = try home.open(["screen"], more)
        try await terminal.see { $0.count > 3 && $0[2].contains("Here") }
        try terminal.press("d")
        try await terminal.see { $0[23] == "nothing is playing" }
        // PulseAudio ends when nothing has played for a minute, so the test starts it late.
        let sound = try PulseServer(socket: socket)
        defer { sound.stop() }
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        if isPaused {
            try terminal.press("Space")
            try await terminal.see { $0[21].hasPrefix("paused") }
        }
        try terminal.press("d")
        #expect(try await terminal.ending() == "0")
        defer { endService(home.path + "/run/longwave/control.sock") }
        let settings = home.environment.merging(more) { $1 }
        func status() throws -> String {
            try LongwaveBinary.run(["ctl", "status", "--json"], environment: settings).output
        }
        if isPaused {
            #expect(try status().contains(#""status":"paused""#))
            #expect(try LongwaveBinary.run(["ctl", "toggle"], environment: settings).code == 0)
        }
        #expect(try await eventually { try status().contains(#""status":"playing""#) })
        #expect(try status().contains(#""name":"Here""#) && sound.streams.count == 1)
        // The shared player also has the screen's queue.
        let queue = try LongwaveBinary.run(["ctl", "queue"], environment: settings).output
        #expect(queue.contains("Here") && queue.contains("There"), "\(queue)")
    }

    /// The listener starts the shared player with the key d. It has a listener's policy, so the kept sound
    /// goes along. The recording goes on in a second file, after a question.
    @Test(.enabled(if: PulseServer.isInstalled)) func theTapeGoesAlong() async throws {
        let (station, sound) = (try Self.longStation(), try PulseServer())
        defer {
            station.stop()
            sound.stop()
        }
        try list(station)
        let settings = home.environment.merging(["PULSE_SERVER": sound.address]) { $1 }
        let terminal = try home.open(["screen"], ["PULSE_SERVER": sound.address])
        try await terminal.see { $0.count > 3 && $0[2].contains("Here") }
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "One" && $0[21].hasPrefix("playing") }
        try terminal.press("R")
        try await terminal.see { $0[21].contains("recording ") }
        try terminal.press("]")
        try await terminal.see { $0[18] == "Two" }
        try terminal.press("d")
        try await terminal.see { $0[23].contains("second file? y: yes") }
        try terminal.press("y")
        #expect(try await terminal.ending() == "0")
        defer { endService(home.path + "/run/longwave/control.sock") }
        func ctl(_ words: String...) throws -> String {
            try LongwaveBinary.run(["ctl"] + words, environment: settings).output
        }
        let status = try ctl("status", "--json")
        #expect(status.contains(#""status":"playing""#) && status.contains(#""title":"Two""#), "\(status)")
        #expect(status.contains(#""state":"recording""#), "\(status)")
        _ = try ctl("seek", "1")
        #expect(try await eventually { try ctl("status", "--json").contains(#""title":"One""#) })
        _ = try ctl("record", "off")
    }

    /// A shared player that keeps no sound: the question says what is lost, before anything is done.
    @Test(.enabled(if: PulseServer.isInstalled)) func aQuestionComesFirst() async throws {
        let (station, sound) = (try Self.longStation(), try PulseServer())
        defer {
            station.stop()
            sound.stop()
        }
        try list(station)
        let service = try ServeTests.Service(
            [], ["LONGWAVE_LIBRARY": home.library, "PULSE_SERVER": sound.address])
        let terminal = try home.open(["screen", "--alone"], service.environment)
        try await terminal.see { $0.count > 3 && $0[2].contains("Here") }
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try terminal.press("R")
        try await terminal.see { $0[21].contains("recording ") }
        try terminal.press("d")
        try await terminal.see {
            $0[23].contains(" here (no time shift there)? y: yes, other keys: no")
        }
        try terminal.press("n")
        try await terminal.see { $0[23] == "this screen plays on" && $0[21].contains("recording ") }
        #expect(service.says(#""status":"stopped""#))
        try terminal.press("d")
        try await terminal.see { $0[23].contains("no time shift there") }
        try terminal.press("y")
        #expect(try await terminal.ending() == "0")
        #expect(service.says(#""status":"playing""#, #""name":"Here""#))
    }

    /// A station whose listeners get more than a minute of sound at once.
    private static func longStation() throws -> IcyServer {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(90)
        return try IcyServer(
            try ["A - One", "B - Two", "C - Three"].map { try .init(.mp3, title: $0) }, settings: settings)
    }

    @Test func whatMakesNoSoundStays() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try list(station)
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try terminal.press("d")
        try await terminal.see { $0[23] == "there is no sound to hand over" && $0[21].hasPrefix("playing") }
    }

    /// Ends the shared player. The test has not started this process, so it finds the process id through the socket.
    private func endService(_ path: String) {
        guard let descriptor = UnixSocket.connected(to: path) else { return }
        defer { close(descriptor) }
        // The kernel returns the process id, user id and group id (unix(7), SO_PEERCRED).
        var peer: [Int32] = [0, 0, 0]
        var length = socklen_t(12)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0, peer[0] > 1 else { return }
        kill(peer[0], SIGTERM)
    }
}

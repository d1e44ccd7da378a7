import Glibc
import RadioAudio
import RadioLoop
import TestSupport
import Testing

/// What the sound server, its devices and other programs do to a player's stream.
@Suite(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
struct PulseServerEventTests {
    @Test func mixersSeeWhoPlaysWhat() throws {
        let rig = try PulseRig(configuration: OutputConfiguration(volume: 0.5, isMuted: true, title: "One – Ü"))
        rig.start()
        var list = try rig.server.pactl("list", "sink-inputs")
        for fact in [
            "media.role = \"music\"", "media.name = \"One – Ü\"", "application.name = \"Longwave\"",
            "application.icon_name = \"audio-x-generic\"", "Mute: yes", " 50% ", "float32le 2ch 48000Hz",
        ] {
            #expect(list.contains(fact), "\(fact)")
        }
        rig.output.setTitle("Two")
        rig.output.setVolume(0.25)
        rig.output.setMuted(false)
        #expect(rig.timing() != nil)
        list = try rig.server.pactl("list", "sink-inputs")
        #expect(list.contains("media.name = \"Two\"") && list.contains(" 25% ") && list.contains("Mute: no"))
        rig.loop.turn(for: .milliseconds(200))
        #expect(!rig.client.events.contains { if case .volumeChanged = $0 { true } else { false } })
    }

    /// The sound server and the player share no memory. When a server dies, it may leave damaged data in such memory,
    /// and libpulse would then end the program.
    @Test func noMemoryIsSharedWithTheServer() throws {
        let rig = try PulseRig()
        rig.start()
        #expect(rig.waitForTiming { $0.consumed > 0 })
        let maps = String(decoding: try Samples.read(path: "/proc/self/maps"), as: UTF8.self)
        #expect(maps.contains("libpulse"))
        #expect(!maps.contains("memfd:pulse") && !maps.contains("/dev/shm/pulse"))
    }

    @Test func whatIsSetWhileConnectingIsNotLost() throws {
        let rig = try PulseRig()
        rig.output.open()
        rig.output.setTitle("Later")
        rig.output.setVolume(0.75)
        rig.output.setCorked(true)
        #expect(rig.wait { rig.client.has(.opened(device: "n1")) })
        #expect(rig.waitForTiming { $0.written > 0 })
        let list = try rig.server.pactl("list", "sink-inputs")
        #expect(list.contains("media.name = \"Later\"") && list.contains(" 75% ") && list.contains("Corked: yes"))
    }

    @Test func aMixersChangeIsNoticed() throws {
        let rig = try PulseRig(configuration: OutputConfiguration(volume: 1))
        rig.start()
        #expect(rig.timing() != nil)
        let input = try rig.sinkInput()
        try rig.server.pactl("set-sink-input-volume", input, "50%")
        #expect(rig.wait { rig.client.has(.volumeChanged(0.5, isMuted: false)) }, "\(rig.client.events)")
        try rig.server.pactl("set-sink-input-mute", input, "1")
        #expect(rig.wait { rig.client.has(.volumeChanged(0.5, isMuted: true)) })
        rig.client.forget()
        rig.output.setVolume(0.25)
        try rig.server.pactl("set-sink-input-mute", input, "0")
        #expect(rig.wait { rig.client.has(.volumeChanged(0.25, isMuted: false)) }, "\(rig.client.events)")
    }

    @Test func aUserMovesTheStream() throws {
        let rig = try PulseRig(sinks: [.init("n1"), .init("n2")], device: "n1")
        rig.start()
        #expect(rig.client.has(.opened(device: "n1")))
        try rig.server.pactl("move-sink-input", try rig.sinkInput(), "n2")
        #expect(rig.wait { rig.client.has(.moved(device: "n2")) })
        #expect(rig.waitForTiming { $0.isRunning })
    }

    @Test func theSinkIsRemovedAndAnotherRescues() throws {
        let rig = try PulseRig(sinks: [.init("n1"), .init("n2")], device: "n1")
        rig.start()
        // When a timing answer has arrived, the output has also received the list of sinks.
        #expect(rig.timing() != nil)
        rig.loop.turn(for: .milliseconds(100))
        try rig.server.remove("n1")
        #expect(rig.wait { rig.client.has(.moved(device: "n2")) })
        #expect(rig.wait { rig.systemEvents.contains(.deviceRemoved(name: "n1")) }, "\(rig.systemEvents)")
        #expect(rig.client.failure == nil)
        let given = rig.client.given
        #expect(rig.wait { rig.client.given > given })
    }

    @Test func theLastSinkIsRemovedAndOneComes() throws {
        let rig = try PulseRig()
        rig.start()
        #expect(rig.timing() != nil)
        rig.loop.turn(for: .milliseconds(100))
        try rig.server.remove("n1")
        #expect(rig.wait { rig.client.failure != nil })
        guard case .noDevice = rig.client.failure else {
            Issue.record("\(rig.client.events)")
            return
        }
        try rig.server.pactl("load-module", "module-null-sink", "sink_name=n9")
        #expect(rig.wait { rig.systemEvents.contains { $0 == .deviceAdded(name: "n9") } })
        // A new output plays, so the connection to the server still works.
        expectNewOutputPlays(rig)
    }

    private func expectNewOutputPlays(_ rig: PulseRig, sourceLocation: SourceLocation = #_sourceLocation) {
        let client = ToneClient(sampleRate: 48_000, frames: 48_000)
        let output = rig.system.makeOutput(PCMFormat(sampleRate: 48_000, channelCount: 2), configuration: .init())
        output.client = client
        output.open()
        #expect(rig.wait { client.has(.started) }, "\(client.events)", sourceLocation: sourceLocation)
        output.close()
    }

    @Test func theServerDiesAndComesBack() throws {
        let directory = try TemporaryDirectory()
        let socket = directory.path + "/pulse.sock"
        let rig = try PulseRig(socket: socket)
        rig.start()
        #expect(rig.systemEvents.contains(.serverConnected))
        rig.server.stop()
        #expect(rig.wait { rig.client.failure != nil })
        guard case .serverLost = rig.client.failure else {
            Issue.record("\(rig.client.events)")
            return
        }
        #expect(rig.wait { rig.systemEvents.contains { if case .serverLost = $0 { true } else { false } } })
        try rig.restart(socket: socket)
        #expect(rig.wait { rig.systemEvents.filter { $0 == .serverConnected }.count == 2 }, "\(rig.systemEvents)")
        expectNewOutputPlays(rig)
    }

    @Test func aServerThatStandsStillIsFrozen() throws {
        let rig = try PulseRig()
        rig.start()
        rig.server.freeze()
        rig.client.forget()
        rig.output.requestTiming()
        #expect(rig.wait { rig.client.has(.frozen) })
        #expect(rig.client.timings.isEmpty)
        rig.output.requestTiming()
        rig.server.thaw()
        #expect(rig.wait { !rig.client.timings.isEmpty })
        #expect(rig.client.count(of: .frozen) == 1)
    }

    /// A sound server dies again and again. The `PulseSystem` connects at most once per second, although it also
    /// watches the folder of the server's socket.
    @Test func aServerThatDiesAgainAndAgainIsMetRarely() throws {
        let loop = try EventLoop()
        let directory = try TemporaryDirectory()
        let path = directory.path + "/pulse.sock"
        let listener = try #require(UnixListener(path))
        let system = PulseSystem(loop: loop, server: "unix:\(path)")
        defer { system.shutDown() }
        var meetings = 0
        let watch = try loop.watch(listener.descriptor, for: .readable) { _ in
            listener.refuse()
            meetings += 1
            // Renaming changes the folder, as a server that starts does.
            rename(path, path + ".old")
            rename(path + ".old", path)
        }
        system.warmUp()
        loop.turn(for: .milliseconds(5500))
        watch.cancel()
        #expect((3...14).contains(meetings), "\(meetings)")
    }

    /// A sound server starts. The `PulseSystem` connects at once, even if the folders of the server's socket did not
    /// exist before.
    @Test func aServerThatComesIsNoticedAtOnce() throws {
        let loop = try EventLoop()
        let directory = try TemporaryDirectory()
        let folder = directory.path + "/run/pulse"
        let system = PulseSystem(loop: loop, server: "unix:\(folder)/native")
        defer { system.shutDown() }
        var isConnected = false
        system.onEvent = { if $0 == .serverConnected { isConnected = true } }
        system.warmUp()
        loop.turn(for: .milliseconds(1200))
        #expect(!isConnected)
        mkdir(directory.path + "/run", 0o700)
        loop.turn(for: .milliseconds(20))
        mkdir(folder, 0o700)
        let server = try PulseServer(socket: folder + "/native")
        #expect(loop.turn { isConnected })
        withExtendedLifetime(server) {}
    }

    @Test func devicesAreListed() throws {
        let rig = try PulseRig(sinks: [.init("n1"), .init("n2", rate: 44_100, channels: 1)])
        try rig.server.pactl("set-default-sink", "n2")
        try rig.server.pactl("set-sink-volume", "n2", "50%")
        try rig.server.pactl("set-sink-mute", "n2", "1")
        var answer: Result<[OutputDevice], AudioOutputError>?
        rig.system.listDevices { answer = $0 }
        #expect(rig.wait { answer != nil })
        let devices = try #require(try answer?.get())
        #expect(devices.map(\.name) == ["n1", "n2"])
        #expect(devices.map(\.isDefault) == [false, true])
        #expect(devices.map(\.sampleRate) == [48_000, 44_100])
        #expect(devices.map(\.channelCount) == [2, 1])
        #expect(devices.map(\.isMuted) == [false, true])
        #expect(abs(devices[1].volume - 0.5) < 0.001)
        #expect(devices.allSatisfy { $0.description == "Null Output" || !$0.description.isEmpty })
        #expect(devices.allSatisfy { $0.ports.isEmpty && $0.state != .unknown })
    }

    @Test func withoutAServerThereIsNoList() throws {
        let loop = try EventLoop()
        let directory = try TemporaryDirectory()
        let system = PulseSystem(loop: loop, server: "unix:\(directory.path)/none")
        var answers: [Result<[OutputDevice], AudioOutputError>] = []
        system.listDevices { answers.append($0) }
        #expect(loop.turn { !answers.isEmpty })
        guard case .failure(.noServer) = answers[0] else {
            Issue.record("\(answers)")
            return
        }
        // A request for the list of devices is still open when the system shuts down. It is answered then.
        system.listDevices { answers.append($0) }
        system.shutDown()
        #expect(answers.count == 2)
    }

    struct Preference {
        var devices: [String]
        var opened: String?
        var target = OutputTarget.preferred(orDefault: false)
    }

    static let preferences = [
        Preference(devices: ["attic", "N2"], opened: "n2"), Preference(devices: ["*2", "n1"], opened: "n2"),
        Preference(devices: ["n?"], opened: "n1"), Preference(devices: ["attic"], opened: nil),
        Preference(devices: ["attic"], opened: "n1", target: .preferred(orDefault: true)),
        Preference(devices: ["n1"], opened: "n2", target: .named("n2")),
        Preference(devices: ["n1"], opened: nil, target: .named("n3")),
    ]

    @Test func theFirstDeviceOfTheListThatExists() throws {
        let server = try PulseServer(sinks: [.init("n1"), .init("n2")])
        let loop = try EventLoop()
        for row in Self.preferences {
            let system = PulseSystem(loop: loop, server: server.address, devices: row.devices)
            let client = ToneClient(sampleRate: 48_000, frames: 48_000)
            let output = system.makeOutput(
                PCMFormat(sampleRate: 48_000, channelCount: 2), configuration: .init(target: row.target))
            output.client = client
            output.open()
            #expect(loop.turn { client.isOpened || client.failure != nil })
            if let opened = row.opened {
                #expect(client.has(.opened(device: opened)), "\(row): \(client.events)")
            } else if case .noDevice = client.failure {
            } else {
                Issue.record("\(row): \(client.events)")
            }
            var found: String?? = .none
            system.findDevice(row.target) { found = .some($0) }
            #expect(loop.turn { found != nil })
            #expect(found == .some(row.opened))
            output.close()
            system.shutDown()
        }
    }

    @Test func noServerIsSaidWithARemedy() throws {
        let loop = try EventLoop()
        let directory = try TemporaryDirectory()
        let system = PulseSystem(loop: loop, server: "unix:\(directory.path)/pulse.sock")
        defer { system.shutDown() }
        var events: [AudioSystemEvent] = []
        system.onEvent = { events.append($0) }
        let client = ToneClient(sampleRate: 48_000, frames: 48_000)
        let output = system.makeOutput(PCMFormat(sampleRate: 48_000, channelCount: 2), configuration: .init())
        output.client = client
        output.open()
        #expect(loop.turn { client.failure != nil })
        guard case .noServer(let text) = client.failure else {
            Issue.record("\(client.events)")
            return
        }
        #expect(text.contains("pulseaudio --start"))
        #expect(loop.turn { !events.isEmpty })
        // The `PulseSystem` tries to connect again, but reports no further failure.
        loop.turn(for: .milliseconds(500))
        #expect(events.count == 1)
        #expect(client.events.count == 1)
    }

    @Test func anUnknownDeviceIsNoDevice() throws {
        let rig = try PulseRig(device: "nowhere")
        rig.output.open()
        #expect(rig.wait { rig.client.failure != nil })
        guard case .noDevice(let text) = rig.client.failure else {
            Issue.record("\(rig.client.events)")
            return
        }
        #expect(text.contains("nowhere"))
        #expect(rig.client.events.count == 1)
    }

    @Test func aPlayingStreamRarelyWakesTheLoop() throws {
        let rig = try PulseRig(sinks: [.init(noRewinds: false)])
        rig.start()
        rig.loop.turn(for: .seconds(1))
        let requests = rig.client.requests
        rig.loop.turn(for: .seconds(4))
        // In four seconds, the sound server asks eight times for half a second of sound. libpulse divides each of these
        // into at most three blocks of 64 KB.
        #expect(rig.client.requests - requests <= 4 * 2 * 4)
        #expect(rig.client.requests > requests)
    }
}

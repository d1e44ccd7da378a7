import RadioAudio
import RadioLoop
import TestSupport
import Testing

/// What the server, its devices and other programs do to a stream.
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
        // Wait until the list of sinks is known.
        #expect(rig.timing() != nil)
        rig.loop.turn(for: .milliseconds(100))
        try rig.server.pactl("unload-module", try module(of: "n1", rig))
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
        try rig.server.pactl("unload-module", try module(of: "n1", rig))
        #expect(rig.wait { rig.client.failure != nil })
        guard case .noDevice = rig.client.failure else {
            Issue.record("\(rig.client.events)")
            return
        }
        try rig.server.pactl("load-module", "module-null-sink", "sink_name=n9")
        #expect(rig.wait { rig.systemEvents.contains { if case .deviceAdded("n9", _) = $0 { true } else { false } } })
        // The connection lives: a new output plays.
        let client = ToneClient(sampleRate: 48_000, frames: 48_000)
        let output = rig.system.makeOutput(PCMFormat(sampleRate: 48_000, channelCount: 2), configuration: .init())
        output.client = client
        output.open()
        #expect(rig.wait { client.has(.started) }, "\(client.events)")
        output.close()
    }

    @Test func aSuspendIsToldWithItsReason() throws {
        let rig = try PulseRig()
        rig.start()
        try rig.server.pactl("suspend-sink", "n1", "1")
        #expect(rig.wait { rig.client.has(.suspended(true, isOurs: false)) })
        #expect(rig.timing()?.isRunning == false)
        try rig.server.pactl("suspend-sink", "n1", "0")
        #expect(rig.wait { rig.client.has(.suspended(false, isOurs: false)) })
        #expect(rig.waitForTiming { $0.isRunning })
        rig.output.setCorked(true)
        #expect(rig.wait { rig.client.has(.corked(true)) })
        try rig.server.pactl("suspend-sink", "n1", "1")
        #expect(rig.wait { rig.client.has(.suspended(true, isOurs: true)) })
        rig.output.setCorked(false)
        try rig.server.pactl("suspend-sink", "n1", "0")
        #expect(rig.wait { rig.client.has(.suspended(false, isOurs: true)) })
    }

    @Test func aPhoneCallAsksForSilence() throws {
        let rig = try PulseRig(modules: ["module-role-cork"])
        rig.start()
        let phone = try ChildProcess(
            "pacat", ["--playback", "--raw", "--property=media.role=phone", "/dev/zero"],
            environment: ["PULSE_SERVER": rig.server.address])
        #expect(rig.wait { rig.client.has(.interruptionRequested(true)) })
        // The server asks only those for sound that were silent when the call ended.
        rig.output.setCorked(true)
        #expect(rig.wait { rig.client.has(.corked(true)) })
        phone.end()
        #expect(rig.wait { rig.client.has(.interruptionRequested(false)) })
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
        let client = ToneClient(sampleRate: 48_000, frames: 48_000)
        let output = rig.system.makeOutput(PCMFormat(sampleRate: 48_000, channelCount: 2), configuration: .init())
        output.client = client
        output.open()
        #expect(rig.wait { client.has(.started) }, "\(client.events)")
        output.close()
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
        // It goes on trying, without a word.
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
        // Half a second at a time, each in at most three of libpulse's blocks of 64 KB.
        #expect(rig.client.requests - requests <= 4 * 2 * 4)
        #expect(rig.client.requests > requests)
    }

    private func module(of sink: String, _ rig: PulseRig) throws -> String {
        let lines = try rig.server.pactl("list", "short", "modules").split(separator: "\n")
        let line = try #require(lines.first { $0.contains("module-null-sink") && $0.contains("sink_name=\(sink) ") })
        return String(line.prefix { $0.isNumber })
    }
}

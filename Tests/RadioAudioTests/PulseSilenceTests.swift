import Glibc
import RadioAudio
import RadioLoop
import TestSupport
import Testing

/// Suspended devices, and phone calls, which silence a player's stream.
@Suite(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
struct PulseSilenceTests {
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

    /// The device falls asleep because nothing plays. The listener wants sound again before the player learns of it.
    /// This must not count as an interruption.
    @Test func anIdleSleepThatIsToldLateIsOurs() throws {
        let rig = try PulseRig(modules: ["module-suspend-on-idle timeout=1"])
        rig.start()
        rig.output.setCorked(true)
        #expect(rig.wait { rig.client.has(.corked(true)) })
        // The event loop does not run while the device falls asleep, so the player learns of it late.
        let end = MonotonicInstant.now.advanced(by: .seconds(30))
        while try !rig.server.pactl("list", "short", "sinks").contains("SUSPENDED"), MonotonicInstant.now < end {
            usleep(20_000)
        }
        rig.output.setCorked(false)
        #expect(rig.wait { rig.client.has(.corked(false)) })
        #expect(rig.client.has(.suspended(true, isOurs: true)), "\(rig.client.events)")
        #expect(!rig.client.has(.suspended(true, isOurs: false)), "\(rig.client.events)")
        #expect(rig.waitForTiming { $0.isRunning })
    }

    @Test func aUserMovesTheStreamAwayFromASleepingDevice() throws {
        let rig = try PulseRig(sinks: [.init("n1"), .init("n2")], device: "n1")
        rig.start()
        try rig.server.pactl("suspend-sink", "n1", "1")
        #expect(rig.wait { rig.client.has(.suspended(true, isOurs: false)) })
        try rig.server.pactl("move-sink-input", try rig.sinkInput(), "n2")
        #expect(rig.wait { rig.client.has(.moved(device: "n2")) })
        #expect(rig.client.has(.suspended(false, isOurs: false)), "\(rig.client.events)")
        #expect(rig.waitForTiming { $0.isRunning })
    }

    @Test func aPhoneCallAsksForSilence() throws {
        let rig = try PulseRig(modules: ["module-role-cork"])
        rig.start()
        let phone = try ChildProcess(
            "pacat", ["--playback", "--raw", "--property=media.role=phone", "/dev/zero"],
            environment: ["PULSE_SERVER": rig.server.address])
        #expect(rig.wait { rig.client.has(.interruptionRequested(true)) })
        // After the call, the server asks only corked streams to play. The stream is corked here.
        rig.output.setCorked(true)
        #expect(rig.wait { rig.client.has(.corked(true)) })
        phone.end()
        #expect(rig.wait { rig.client.has(.interruptionRequested(false)) })
    }

    /// Ambient sound has no role, so the server neither mutes nor corks it.
    @Test func aPhoneCallLeavesAmbientSound() throws {
        var configuration = OutputConfiguration()
        configuration.category = .ambient
        let rig = try PulseRig(modules: ["module-role-cork"], configuration: configuration)
        rig.start()
        let phone = try ChildProcess(
            "pacat", ["--playback", "--raw", "--property=media.role=phone", "/dev/zero"],
            environment: ["PULSE_SERVER": rig.server.address])
        #expect(rig.loop.turn(untilElsewhere: { rig.server.streams.count == 2 }))
        let timing = try #require(rig.timing())
        #expect(rig.waitForTiming { $0.isRunning && $0.consumed > timing.consumed + 24_000 })
        #expect(!rig.client.has(.interruptionRequested(true)), "\(rig.client.events)")
        phone.end()
    }

    /// A stream begins during a call, so it is muted from the beginning. The output asks its client for no sound, which
    /// nobody would hear.
    @Test func nothingIsGivenDuringACall() throws {
        let rig = try PulseRig(modules: ["module-role-cork"])
        let phone = try ChildProcess(
            "pacat", ["--playback", "--raw", "--property=media.role=phone", "/dev/zero"],
            environment: ["PULSE_SERVER": rig.server.address])
        #expect(rig.loop.turn(untilElsewhere: { !rig.server.streams.isEmpty }))
        var given: Int?
        rig.client.onEvent = { [weak rig] in
            guard let rig, $0 == .interruptionRequested(true) else { return }
            given = rig.client.given
            rig.output.setCorked(true)
        }
        rig.output.open()
        #expect(rig.wait { rig.client.has(.interruptionRequested(true)) }, "\(rig.client.events)")
        #expect(given == 0)
        #expect(rig.wait { rig.client.has(.corked(true)) && rig.client.given > 0 })
        phone.end()
        #expect(rig.wait { rig.client.has(.interruptionRequested(false)) })
        #expect(rig.timing()?.consumed == 0)
        rig.output.setCorked(false)
        #expect(rig.waitForTiming { $0.consumed > 0 })
    }

    /// The client changes settings while it handles the event `opened`. The stream plays nevertheless, and a pending
    /// request for sound is answered exactly once.
    @Test func whatIsSetAtOnceDoesNotKeepItSilent() throws {
        let rig = try PulseRig(configuration: OutputConfiguration(volume: 0.5))
        rig.client.onEvent = { [weak rig] in
            guard let rig, case .opened = $0 else { return }
            rig.output.setVolume(0.5)
            rig.output.setMuted(false)
        }
        rig.start()
        #expect(rig.waitForTiming { $0.consumed > 0 })
    }
}

import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import TestSupport

@testable import RadioPlayer

/// A player on the test's own loop. The test drives its time and its sound server by hand.
final class PlayerRig {
    let loop: EventLoop
    let pool: TransferPool
    let worker: BlockingWorker
    let system: FakeSystem
    private(set) var player: Player!
    let recorder: PacketRecorder?
    private(set) var told: [PlaybackNotification] = []

    /// Creates a player.
    /// - Parameters:
    ///   - policy: The player's policy.
    ///   - recording: The output of the player's configuration. If it names a file, packets are written to the file.
    ///   - plan: The recording plan of the player's configuration.
    ///   - timeshiftFolder: The folder of the tape, if the policy uses one.
    init(
        policy: PlaybackPolicy = .listener, recording: PlaybackConfiguration.Output = .null,
        plan: RecordingPlan? = nil, timeshiftFolder: String? = nil
    ) throws {
        var configuration = PlaybackConfiguration(output: recording, policy: policy)
        configuration.recording = plan
        loop = try .byHand()
        pool = try TransferPool(loop: loop)
        worker = BlockingWorker(loop: loop)
        system = FakeSystem(loop: loop)
        recorder = configuration.makeRecorder(loop: loop)
        configuration = PlaybackConfiguration(policy: policy)
        configuration.timeshiftFolder = timeshiftFolder
        player = Player(
            loop: loop, pool: pool, worker: worker, system: system, configuration: configuration, recorder: recorder)
        player.onNotification = { [unowned self] in told.append($0) }
        system.onEvent = { [unowned self] in player.systemChanged($0) }
    }

    /// The output that currently gets sound.
    var output: FakeOutput? { player.speaker.lane?.output as? FakeOutput }
    var status: PlaybackStatus { player.snapshot().status }
    var names: [String] { told.map(\.name) }

    func play(_ url: String) { player.play(PlaybackItem(url: url)) }

    /// Waits until the output's queue contains `duration` of sound.
    func fills(_ duration: Duration) -> Bool {
        loop.turn { output.map { $0.queued >= Int64(duration.inSeconds * Double($0.format.sampleRate)) } ?? false }
    }

    /// Waits in real time for servers, while the player's time passes, too.
    func turn(until condition: () -> Bool) -> Bool {
        loop.turn(passing: .milliseconds(2), untilElsewhere: condition)
    }

    /// Lets the outputs play `duration` of sound while the same time passes.
    func hear(_ duration: Duration) {
        for output in system.outputs { output.consume(duration) }
        loop.pass(duration)
    }

    /// Plays sound in steps until `condition` holds. Without sound, waits for stations and disks while time passes as
    /// usual.
    func hears(_ step: Duration = .milliseconds(20), until condition: () -> Bool) -> Bool {
        let end = MonotonicInstant.now.advanced(by: .seconds(90))
        while !condition() {
            if MonotonicInstant.now > end { return false }
            if system.outputs.contains(where: { $0.isRunning && $0.queued > 0 }) {
                hear(step)
            } else {
                loop.turn(for: .milliseconds(2))
                loop.pass(.milliseconds(2))
            }
        }
        return true
    }

    /// Plays a station and waits for `playing`: its sound arrives, and the server takes a tenth of a second of it.
    func startPlaying(_ url: String, queue: Duration = .seconds(1)) -> Bool {
        play(url)
        guard fills(queue) else { return false }
        hear(.milliseconds(100))
        return status == .playing
    }

    /// Plays the remaining sound. Readers get real time, because a disk seems to hang if the clock is turned too fast.
    func hearsToTheEnd() -> Bool {
        hears(.milliseconds(50)) {
            loop.turn(for: .milliseconds(1))
            return status == .ended
        }
    }

    /// Releases the player and returns true if nothing of it is left.
    func letGo() -> Bool {
        weak let left = player
        player = nil
        return loop.turn(untilElsewhere: { left == nil })
    }
}

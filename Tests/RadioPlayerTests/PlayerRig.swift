import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import TestSupport

@testable import RadioPlayer

/// A player whose event loop, time and sound server the test controls.
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
        player.onNotification = { [weak self] in self?.told.append($0) }
        system.onEvent = { [weak self] in self?.player.systemChanged($0) }
    }

    /// The fake output to which the player currently sends sound.
    var output: FakeOutput? { player.speaker.lane?.output as? FakeOutput }
    var status: PlaybackStatus { player.snapshot().status }
    var names: [String] { told.map(\.name) }

    func play(_ url: String) { player.play(PlaybackItem(url: url)) }

    /// Waits until the output has received `duration` of sound that it has not played yet. Returns false if it never
    /// does.
    func fills(_ duration: Duration) -> Bool {
        loop.turn { output.map { $0.queued >= Int64(duration.inSeconds * Double($0.format.sampleRate)) } ?? false }
    }

    /// Waits until `condition` holds, for events of real servers. The player's time passes as fast as real time.
    func turn(until condition: () -> Bool) -> Bool {
        loop.turn(passing: .milliseconds(2), untilElsewhere: condition)
    }

    /// Lets the fake outputs play `duration` of sound. The player's time advances by the same amount.
    func hear(_ duration: Duration) {
        for output in system.outputs { output.consume(duration) }
        loop.pass(duration)
    }

    /// Lets the fake outputs play sound in steps until `condition` holds. While they have no sound, waits in real time
    /// for servers and disks.
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

    /// Plays a station and waits for the status `playing`: `queue` of sound arrives, and the fake sound server plays a
    /// tenth of a second.
    func startPlaying(_ url: String, queue: Duration = .seconds(1)) -> Bool {
        play(url)
        guard fills(queue) else { return false }
        hear(.milliseconds(100))
        return status == .playing
    }

    /// Plays all remaining sound. Between the steps, real time passes, because reading from the disk would otherwise
    /// seem to take too long.
    func hearsToTheEnd() -> Bool {
        hears(.milliseconds(50)) {
            loop.turn(for: .milliseconds(1))
            return status == .ended
        }
    }

    func release() { player = nil }

    /// Releases the player, and returns true if no other reference keeps it alive.
    func letGo() -> Bool {
        weak let left = player
        player = nil
        return loop.turn(untilElsewhere: { left == nil })
    }
}

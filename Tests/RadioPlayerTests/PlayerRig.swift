import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import TestSupport

@testable import RadioPlayer

/// A player on a loop of the test's own, whose time and sound server the test drives by hand.
final class PlayerRig {
    let loop: EventLoop
    let pool: TransferPool
    let worker: BlockingWorker
    let system: FakeSystem
    private(set) var player: Player!
    let recorder: PacketRecorder?
    private(set) var told: [PlaybackNotification] = []

    /// - Parameters:
    ///   - policy: how patient the player is.
    ///   - recording: the output whose packets are written, if it names any.
    ///   - plan: what is recorded.
    ///   - timeshiftFolder: where the tape lies, if the policy wants one.
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

    /// The output that gets sound now.
    var output: FakeOutput? { player.speaker.lane?.output as? FakeOutput }
    var status: PlaybackStatus { player.snapshot().status }
    var names: [String] { told.map(\.name) }

    func play(_ url: String) { player.play(PlaybackItem(url: url)) }

    /// Until an output was given so much sound.
    func fills(_ duration: Duration) -> Bool {
        loop.turn { output.map { $0.queued >= Int64(duration.inSeconds * Double($0.format.sampleRate)) } ?? false }
    }

    /// Servers take their time, and it passes as ever.
    func turn(until condition: () -> Bool) -> Bool {
        loop.turn(passing: .milliseconds(2), untilElsewhere: condition)
    }

    /// So much is heard, and takes its time.
    func hear(_ duration: Duration) {
        for output in system.outputs { output.consume(duration) }
        loop.pass(duration)
    }

    /// Sound is heard, `step` by `step`, until `condition` holds. Where there is none, stations and disks are waited for, and
    /// time passes as ever.
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

    /// From silence to `playing`: the station's sound arrives and the server takes a tenth of a second of it.
    func startPlaying(_ url: String, queue: Duration = .seconds(1)) -> Bool {
        play(url)
        guard fills(queue) else { return false }
        hear(.milliseconds(100))
        return status == .playing
    }

    /// All that is left is heard. What reads has time to: on a clock turned too fast a disk seems to hang.
    func hearsToTheEnd() -> Bool {
        hears(.milliseconds(50)) {
            loop.turn(for: .milliseconds(1))
            return status == .ended
        }
    }

    /// Lets the player go, and tells whether anything of it is left.
    func letGo() -> Bool {
        weak let left = player
        player = nil
        return loop.turn(untilElsewhere: { left == nil })
    }
}

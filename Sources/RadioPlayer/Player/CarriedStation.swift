import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape

/// A station with the tape of another process, which has played it. Reads the newest sound of the tape, so that a new
/// connection continues that sound.
final class CarriedStation {
    let item: PlaybackItem
    let intake: StreamIntake
    let tape: Tape
    /// The moment that was heard, in flicks on the timeline.
    let heard: Int64
    private var replay: TapeReplay?
    private let then: (Bool) -> Void

    /// How many bytes are read from the tape at once.
    private static let ahead = 256 << 10

    /// - Parameters:
    ///   - duration: the longest duration of the sound on the tape.
    ///   - then: called once on the loop, with whether the tape's newest sound was read.
    init(
        _ carried: CarriedTape, _ item: PlaybackItem, for player: Player, loop: EventLoop, duration: Duration,
        then: @escaping (Bool) -> Void
    ) {
        self.item = item
        self.then = then
        heard = carried.heard
        let first = carried.beginning(ofLast: PacketJoiner.maximumDuration)
        intake = StreamIntake(
            tools: player.tools, item: item, client: player, after: player.intake, startingWith: first)
        tape = Tape(loop: loop, limits: TapeLimits(duration: duration), goingOn: carried, of: intake.timeline)
        intake.tape = tape
        intake.join.restore(carried.metadata)
        replay = TapeReplay(tape, from: first.time + Timeline.preroll.flicks, ahead: Self.ahead)
        replay?.onChange = { [weak self] in self?.read() }
        if let replay, replay.timeline.end == first.number { replay.fill() } else { loop.post { then(false) } }
    }

    /// Takes over the packets that were read, and reads more.
    private func read() {
        guard let replay else { return }
        let timeline = replay.timeline
        while let packet = timeline.packet(timeline.written) {
            intake.join.restore(packet)
            timeline.written += 1
        }
        timeline.wanted = timeline.written
        guard replay.isBroken || replay.isAllRead else { return replay.fill() }
        self.replay = nil
        then(!replay.isBroken)
    }
}

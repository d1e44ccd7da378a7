import RadioLoop
import RadioStreams
import RadioTape

/// The past sound of a live station: the tape, and the reader of the tape while the listener hears it.
final class Timeshift {
    /// Called on the loop when the replay has read more sound.
    var onReplay: (() -> Void)?

    /// Called on the loop with the reason when the disk cannot be used, or can no longer be used.
    var onDiskFailure: ((String) -> Void)?

    let tape: Tape
    /// The reader of the tape, which supplies the sound while the listener hears the tape; nil otherwise.
    private(set) var replay: TapeReplay?
    /// Where the sound from the tape begins; nil once that sound was read from the tape.
    private(set) var start: Start?
    /// Tells which moment an imagined listener hears who hears the station live; nil unless the sound comes from
    /// ``replay``.
    private var pace: LivePace?

    /// Where a replay begins.
    enum Start {
        /// A moment, in flicks on the timeline.
        case time(Int64)
        case packet(Int64)
    }

    /// - Parameter packet: the number of the first packet that is written to the tape.
    convenience init(loop: EventLoop, folder: String?, duration: Duration, of intake: StreamIntake, from packet: Int64)
    {
        let tape = Tape(
            loop: loop, folder: folder, limits: TapeLimits(duration: duration), of: intake.timeline, from: packet)
        intake.tape = tape
        self.init(tape)
    }

    init(_ tape: Tape) {
        self.tape = tape
        tape.onDiskFailure = { [weak self] in self?.onDiskFailure?($0) }
    }

    /// The moments whose sound is on the tape, in flicks on the timeline.
    var times: Range<Int64> { tape.times }

    /// Writes newly received sound to the tape, and reads ahead for the replay. Called once a turn.
    func keep(_ intake: StreamIntake) {
        tape.read(intake.timeline)
        intake.timeline.keptElsewhere = tape.packets.isEmpty ? nil : (tape.packets.lowerBound, tape.times.lowerBound)
        guard let replay else { return }
        if start == nil { intake.letGo() }
        replay.fill()
    }

    /// Lets the sound come from the tape.
    /// - Parameters:
    ///   - start: where the sound begins on the tape.
    ///   - ahead: the number of bytes to read from the tape ahead of the heard sound.
    ///   - pace: the moment that the listener hears now; ignored if the listener already hears the tape.
    /// - Returns: false if the tape does not hold the start.
    func play(from start: Start, ahead: Int, _ pace: LivePace) -> Bool {
        let time: Int64? =
            switch start {
            case .time(let time): time
            case .packet(tape.packets.upperBound): tape.times.upperBound - 1
            case .packet(let number): tape.start(ofPacket: number)
            }
        guard let time, let replay = TapeReplay(tape, from: time, ahead: ahead) else { return false }
        self.replay = replay
        self.start = start
        self.pace = self.pace ?? pace
        replay.onChange = { [weak self] in self?.onReplay?() }
        replay.fill()
        return true
    }

    /// The oldest moment on the tape, in flicks on the timeline; nil unless the tape has dropped the packet that
    /// ``replay`` reads next.
    ///
    /// The tape drops packets to make room.
    var oldestAfterDrop: Int64? {
        guard let replay, start == nil, replay.timeline.end < tape.packets.lowerBound else { return nil }
        return tape.times.lowerBound
    }

    /// Returns another reader of the tape that begins at a moment, in flicks on the timeline; nil if the tape does not
    /// hold that moment.
    func replay(from time: Int64, ahead: Int) -> TapeReplay? {
        tape.times.contains(time) ? TapeReplay(tape, from: time, ahead: ahead) : nil
    }

    func replay(fromPacket number: Int64, ahead: Int) -> TapeReplay? {
        tape.start(ofPacket: number).flatMap { TapeReplay(tape, from: $0, ahead: ahead) }
    }

    /// Returns ``start`` and sets it to nil as soon as the sound there was read from the tape; until then, returns nil.
    func takeStart() -> Start? {
        guard let start, let timeline = replay?.timeline else { return nil }
        let isThere =
            switch start {
            case .time(let time): timeline.range.end > time
            case .packet(let number): timeline.end >= number
            }
        guard isThere else { return nil }
        self.start = nil
        return start
    }

    func endReplay() {
        replay = nil
        start = nil
        pace = nil
    }

    /// Whether ``replay`` has read all sound that was received; true if the sound does not come from the tape.
    var isAllRead: Bool { replay?.isAllRead ?? true }

    /// Returns the duration of received sound that a listener who hears the station live has not heard yet; nil unless
    /// the sound comes from the tape.
    func soundAhead(in timeline: Timeline, at now: MonotonicInstant) -> Duration? {
        pace?.ahead(of: timeline.range.end, at: now)
    }
}

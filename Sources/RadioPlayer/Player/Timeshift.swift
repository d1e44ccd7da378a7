import RadioLoop
import RadioStreams
import RadioTape

/// The past of a live station: the tape, and the replay that reads it.
final class Timeshift {
    /// Called on the loop when the replay has read more sound.
    var onReplay: (() -> Void)?

    /// Called on the loop with the reason when the disk cannot be used, or can no longer be used.
    var onDiskFailure: ((String) -> Void)?

    private let tape: Tape
    /// The source of the sound while the listener is further behind than the timeline reaches.
    private(set) var replay: TapeReplay?
    /// Where the replay begins; nil once the beginning was read.
    private(set) var start: Start?
    /// The place of an imagined listener who still hears the station live; nil unless the sound comes from ``replay``.
    private var pace: LivePace?

    /// Where a replay begins.
    enum Start {
        /// A moment, in flicks on the timeline.
        case time(Int64)
        case packet(Int64)
    }

    /// - Parameter packet: the number of the first packet that the tape keeps.
    init(loop: EventLoop, folder: String?, duration: Duration, of intake: StreamIntake, from packet: Int64) {
        tape = Tape(
            loop: loop, folder: folder, limits: TapeLimits(duration: duration), of: intake.timeline, from: packet)
        intake.tape = tape
        tape.onDiskFailure = { [weak self] in self?.onDiskFailure?($0) }
    }

    /// The moments that the tape holds, in flicks on the timeline.
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
    ///   - ahead: the number of bytes to hold ahead of the heard sound.
    ///   - pace: the listener's place now; ignored if the tape is heard already.
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

    /// The oldest moment that the tape holds, in flicks on the timeline; nil unless the tape has dropped the packet
    /// that ``replay`` reads next.
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

    /// Returns where the replay begins, once, as soon as its beginning was read; otherwise nil.
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

    /// Whether the replay has read all that was received; true if the sound does not come from the tape.
    var isAllRead: Bool { replay?.isAllRead ?? true }

    /// Returns the duration of sound ahead of a listener who hears the station live; nil unless the sound comes from
    /// the tape.
    func soundAhead(in timeline: Timeline, at now: MonotonicInstant) -> Duration? {
        pace?.ahead(of: timeline.range.end, at: now)
    }
}

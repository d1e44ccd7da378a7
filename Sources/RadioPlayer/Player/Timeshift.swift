import RadioLoop
import RadioStreams
import RadioTape

/// What was received of a live station, and where it is heard from: the tape, and what is read from it again.
final class Timeshift {
    /// Called on the loop when more is there to be heard.
    var onReplay: (() -> Void)?

    /// Called on the loop where the disk cannot be used, or no longer: why.
    var onDiskFailure: ((String) -> Void)?

    private let tape: Tape
    /// Where the sound comes from while the listener is further behind than the timeline reaches.
    private(set) var replay: TapeReplay?
    /// What it begins with, until that was read.
    private(set) var start: Start?
    /// Where a listener would be who had gone on hearing the station as it comes, while ``replay`` is heard.
    private var pace: LivePace?

    enum Start {
        /// A moment, in flicks on the timeline.
        case time(Int64)
        case packet(Int64)
    }

    /// - Parameter packet: the first one that is kept.
    init(loop: EventLoop, folder: String?, duration: Duration, of intake: StreamIntake, from packet: Int64) {
        tape = Tape(
            loop: loop, folder: folder, limits: TapeLimits(duration: duration), of: intake.timeline, from: packet)
        intake.tape = tape
        tape.onDiskFailure = { [weak self] in self?.onDiskFailure?($0) }
    }

    /// What is held, in flicks on the timeline.
    var times: Range<Int64> { tape.times }

    /// Takes what came. Called once a turn.
    func keep(_ intake: StreamIntake) {
        tape.read(intake.timeline)
        intake.timeline.keptElsewhere = tape.packets.isEmpty ? nil : (tape.packets.lowerBound, tape.times.lowerBound)
        guard let replay else { return }
        if start == nil { intake.letGo() }
        replay.fill()
    }

    /// The sound comes from the tape from there on.
    /// - Parameters:
    ///   - ahead: bytes to be held ahead of what is heard.
    ///   - pace: where the listener is now; of no account while the tape is heard already.
    /// - Returns: false where it does not hold that.
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

    /// The oldest moment that is held, in flicks on the timeline, where what ``replay`` reads next was dropped to make room; nil where
    /// it was not.
    var oldestAfterDrop: Int64? {
        guard let replay, start == nil, replay.timeline.end < tape.packets.lowerBound else { return nil }
        return tape.times.lowerBound
    }

    /// What another reader gets, from a moment on; nil where the tape does not hold it.
    func replay(from time: Int64, ahead: Int) -> TapeReplay? {
        tape.times.contains(time) ? TapeReplay(tape, from: time, ahead: ahead) : nil
    }

    func replay(fromPacket number: Int64, ahead: Int) -> TapeReplay? {
        tape.start(ofPacket: number).flatMap { TapeReplay(tape, from: $0, ahead: ahead) }
    }

    /// What the replay begins with, once that was read, and only once.
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

    /// All that was received is at hand for the sound, or the sound does not come from the tape.
    var isAllRead: Bool { replay?.isAllRead ?? true }

    /// Sound of a timeline that is ahead of a listener who hears the station as it comes; nil where the sound does not come from
    /// the tape.
    func soundAhead(in timeline: Timeline, at now: MonotonicInstant) -> Duration? {
        pace?.ahead(of: timeline.range.end, at: now)
    }
}

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

    enum Start {
        /// A moment, in flicks on the timeline.
        case time(Int64)
        case packet(Int64)
    }

    init(loop: EventLoop, folder: String?, duration: Duration, of intake: StreamIntake) {
        tape = Tape(loop: loop, folder: folder, limits: TapeLimits(duration: duration), of: intake.timeline)
        intake.tape = tape
        tape.onDiskFailure = { [weak self] in self?.onDiskFailure?($0) }
    }

    /// What is held, in flicks on the timeline.
    var times: Range<Int64> { tape.times }

    /// Takes what came. Called once a turn.
    func keep(_ intake: StreamIntake) {
        tape.read(intake.timeline)
        intake.timeline.keepsMetadataFrom = tape.packets.isEmpty ? nil : tape.packets.lowerBound
        guard let replay else { return }
        if start == nil { intake.letGo() }
        replay.fill()
    }

    /// The sound comes from the tape from there on.
    /// - Parameter ahead: bytes to be held ahead of what is heard.
    /// - Returns: false where it does not hold that.
    func play(from start: Start, ahead: Int) -> Bool {
        let time: Int64? =
            switch start {
            case .time(let time): time
            case .packet(tape.packets.upperBound): tape.times.upperBound - 1
            case .packet(let number): tape.start(ofPacket: number)
            }
        guard let time, let replay = TapeReplay(tape, from: time, ahead: ahead) else { return false }
        self.replay = replay
        self.start = start
        replay.onChange = { [weak self] in self?.onReplay?() }
        replay.fill()
        return true
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
    }
}

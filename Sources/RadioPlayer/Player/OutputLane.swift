import RadioAudio
import RadioFormats
import RadioLoop

/// One output and what was rendered into it.
final class OutputLane {
    let output: any AudioOutput
    var marks = RenderMarks()
    /// Frames given to the output since it was opened or flushed, silence of a hand-over included.
    private(set) var position: Int64 = 0
    /// Frames of the sound that were given, silence included: the same where its tempo is not changed.
    private(set) var rendered: Int64 = 0
    var map = TempoMap()
    /// Nil where the sound goes by as it was made.
    private(set) var tempo: LaneTempo?
    /// Measures what is given; nil while nobody watches.
    var meter: LevelMeter?
    /// Silence still to be given before sound, in frames: a hand-over begins with it.
    var silence: Int64 = 0
    var phase = Phase.giving
    /// Frames of silence given; they stand before the sound.
    private var silenceGiven: Int64 = 0
    /// Frames of sound that are known to have been consumed, and were counted.
    private var counted: Int64 = 0
    /// The device sleeps, whoever wanted that.
    var isSuspended = false
    /// Of when the last answer is that was dealt with; the output itself may know a newer one.
    private(set) var answered: MonotonicInstant?
    var underrun = UnderrunDetector()

    enum Phase {
        /// A hand-over gives no sound before it has been aligned.
        case aligning
        case giving
        /// It gets no more sound: another lane follows, or the item ends.
        case finishing
    }

    init(output: any AudioOutput, algorithm: TimePitchAlgorithm = .speech) {
        self.output = output
        self.algorithm = algorithm
    }

    /// How much faster the sound goes by than it was made.
    private(set) var rate = 1.0

    /// From the next frame on.
    func setRate(_ new: Double) {
        guard new != rate else { return }
        rate = new
        if let tempo { tempo.setRate(new, output: position, sound: rendered, &map) } else { beginTempo() }
    }

    /// How the tempo is changed.
    private(set) var algorithm: TimePitchAlgorithm

    /// From the next frame on that is taken.
    func use(_ new: TimePitchAlgorithm) {
        guard new != algorithm else { return }
        algorithm = new
        tempo?.use(new, output: position, sound: rendered, &map)
    }

    private func beginTempo() {
        tempo = rate == 1 ? nil : LaneTempo(format, rate: rate, algorithm: algorithm)
        if tempo != nil { map.append(output: position, sound: rendered, rate: rate) }
    }

    /// Fills `buffer` with sound, in its tempo.
    /// - Parameter render: brings sound into a buffer from a frame of it on, and returns its frames.
    /// - Returns: frames.
    func fill(
        _ buffer: UnsafeMutableBufferPointer<Float>,
        render: (UnsafeMutableBufferPointer<Float>, _ position: Int64) -> Int
    ) -> Int {
        var given = 0
        if let tempo {
            let filled = tempo.fill(buffer, output: position, sound: rendered, &map, render: render)
            given = filled.given
            gave(given, sound: filled.taken)
            if tempo.isIdle { self.tempo = nil }
        }
        guard tempo == nil else { return given }
        let frames = render(.init(rebasing: buffer[(given * format.channelCount)...]), rendered)
        gave(frames, sound: frames)
        return given + frames
    }

    var isFinishing: Bool { phase == .finishing }
    var isAligning: Bool { phase == .aligning }

    var format: PCMFormat { output.format }

    /// Forgets what is queued.
    func flush() {
        output.flush()
        if meter != nil { meter = LevelMeter(format) }
        marks.removeAll()
        map.removeAll()
        position = 0
        rendered = 0
        beginTempo()
        silence = 0
        silenceGiven = 0
        counted = 0
        underrun.didFlush()
    }

    func gave(silence frames: Int) {
        silence -= Int64(frames)
        silenceGiven += Int64(frames)
        rendered += Int64(frames)
        gave(frames)
        // Silence has no tempo.
        if tempo != nil { map.append(output: position, sound: rendered, rate: rate) }
    }

    /// - Parameter sound: frames of the sound that it took.
    func gave(_ frames: Int, sound: Int) {
        rendered += Int64(sound)
        gave(frames)
    }

    private func gave(_ frames: Int) {
        position += Int64(frames)
        underrun.didGive(frames: frames)
    }

    /// Sound was consumed since it was opened or flushed.
    var isSounding: Bool { counted > 0 }

    /// So many frames were consumed, silence included: how much sound of them was not counted before.
    func count(consumed: Int64) -> Duration {
        let sound = max(consumed - silenceGiven, counted)
        defer { counted = sound }
        return .seconds(Double(sound - counted) / Double(format.sampleRate))
    }

    /// Frames consumed until `now`, by the last answer and the time that has passed since.
    func consumed(at now: MonotonicInstant) -> Int64 {
        guard let timing = output.lastTiming else { return 0 }
        return min(timing.consumed + Int64(timing.passed(at: now).inSeconds * Double(format.sampleRate)), position)
    }

    /// The server answered.
    func didAnswer(_ timing: OutputTiming) {
        answered = timing.at
        underrun.didAnswer(timing, queued: queued(timing))
    }

    /// Sound that was given and not consumed, by an answer.
    func queued(_ timing: OutputTiming) -> Duration {
        .seconds(Double(max(position - timing.consumed, 0)) / Double(format.sampleRate))
    }

    /// How long until the last frame given is heard.
    func untilEnd(at now: MonotonicInstant) -> Duration {
        underrun.endOfSound.map { now.duration(to: $0) } ?? remaining(at: now)
    }

    /// How long until all that was given is heard, at `now`; zero without timing.
    func remaining(at now: MonotonicInstant) -> Duration {
        guard let timing = output.lastTiming else { return .zero }
        return max(queued(timing) + timing.sinkLatency - timing.passed(at: now), .zero)
    }

    /// When a packet is heard; nil before it was given, or while that stands still.
    func instant(ofPacket packet: Int64) -> MonotonicInstant? {
        marks.frame(ofPacket: packet).flatMap { instant(ofFrame: map.output(sound: $0)) }
    }

    /// When a frame is heard, by the last timing; nil without one or while it stands still.
    private func instant(ofFrame frame: Int64) -> MonotonicInstant? {
        guard let timing = output.lastTiming, timing.isRunning else { return nil }
        let ahead = Double(frame - timing.consumed) / Double(format.sampleRate)
        return timing.at.advanced(by: timing.sinkLatency + .seconds(ahead))
    }

    /// The levels of what was heard since they were taken before; nil where that is less than a block.
    func takeLevels(at now: MonotonicInstant) -> AudioLevels? {
        output.lastTiming.flatMap { meter?.take(heard: $0.heard(at: now, sampleRate: format.sampleRate)) }
    }

    /// The moment of the item that is heard at `now`, in flicks, and its packet; nil before the first sound.
    func heard(at now: MonotonicInstant) -> (time: Int64, packet: Int64)? {
        guard let timing = output.lastTiming else { return nil }
        let frame = timing.heard(at: now, sampleRate: format.sampleRate)
        guard frame > 0 else { return nil }
        let sound = map.sound(output: frame)
        guard let mark = marks.advance(to: sound) else { return nil }
        return (mark.time + MediaTime(samples: sound - mark.frame, rate: format.sampleRate).flicks, mark.packet)
    }
}

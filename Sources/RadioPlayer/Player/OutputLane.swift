import RadioAudio
import RadioFormats
import RadioLoop

/// One output, with counts of the sound that it got and a map from its sample frames to the item's packets.
final class OutputLane {
    let output: any AudioOutput
    var marks = RenderMarks()
    /// The number of sample frames that the output has got since it was opened or flushed, including the silence before
    /// the sound.
    private(set) var position: Int64 = 0
    /// The number of sample frames of sound and silence that were taken from the renderer for this output, before any
    /// change of tempo. Equals ``position`` if the tempo is not changed.
    private(set) var rendered: Int64 = 0
    var map = TempoMap()
    /// The tempo changer; nil at normal speed.
    private(set) var tempo: LaneTempo?
    /// Measures the sound given to the output; nil if nobody observes levels.
    var meter: LevelMeter?
    /// The number of sample frames of silence that the output still gets before its sound. Only an output that takes
    /// over from another output, for a new format, begins with silence.
    var silence: Int64 = 0
    var phase = Phase.giving
    /// The number of sample frames of silence that the output got before its sound.
    private var silenceGiven: Int64 = 0
    /// The number of sample frames, without the silence before the sound, that the sound server is known to have
    /// consumed.
    private var counted: Int64 = 0
    /// Whether the device is suspended, by this program or another one.
    var isSuspended = false
    /// When the sound server gave the last timing answer that this lane has handled. The output may have a newer
    /// answer.
    private(set) var answered: MonotonicInstant?
    var underrun = UnderrunDetector()

    /// Whether the output gets sound.
    enum Phase {
        /// The output takes over from another output, for a new format. It gets no sound yet, because the length of the
        /// silence before its sound is not known.
        case aligning
        case giving
        /// The output gets no more sound, because another output takes over or the item ends.
        case finishing
    }

    init(output: any AudioOutput, algorithm: TimePitchAlgorithm = .speech) {
        self.output = output
        self.algorithm = algorithm
    }

    /// The speed of the sound; 1 is normal speed.
    private(set) var rate = 1.0

    /// Changes the rate, from the next sample frame that the output is given.
    func setRate(_ new: Double) {
        guard new != rate else { return }
        rate = new
        if let tempo { tempo.setRate(new, output: position, sound: rendered, &map) } else { beginTempo() }
    }

    /// The algorithm that changes the tempo.
    private(set) var algorithm: TimePitchAlgorithm

    /// Changes the algorithm, from the next sample frame that is taken from the renderer.
    func use(_ new: TimePitchAlgorithm) {
        guard new != algorithm else { return }
        algorithm = new
        tempo?.use(new, output: position, sound: rendered, &map)
    }

    private func beginTempo() {
        tempo = rate == 1 ? nil : LaneTempo(format, rate: rate, algorithm: algorithm)
        if tempo != nil { map.append(output: position, sound: rendered, rate: rate) }
    }

    /// Fills `buffer` with sound at the present tempo.
    /// - Parameter render: writes sound into a buffer, beginning with the sound's sample frame `position`, and returns
    ///   the number of sample frames.
    /// - Returns: the number of sample frames written to `buffer`.
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

    /// Drops the sound queued in the output, and resets all counts and maps of this lane.
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

    /// Returns the output's first queued sample frame that is heard at least `margin` from now, and the mark of its
    /// packet; nil if the queued sound cannot be given again.
    /// - Parameter repeatable: returns how many of a number of last sample frames can be given again.
    func queued(
        after margin: Duration, at now: MonotonicInstant, repeatable: (Int64) -> Int64
    ) -> (frame: Int64, mark: RenderMarks.Mark)? {
        guard phase == .giving, tempo == nil, let timing = output.lastTiming else { return nil }
        let reserve = timing.isRunning ? Int64(margin.inSeconds * Double(format.sampleRate)) : 0
        let first = timing.heard(at: now, sampleRate: format.sampleRate) + reserve
        guard first >= silenceGiven, first <= position else { return nil }
        let frame = position - repeatable(position - first)
        return marks.mark(at: map.sound(output: frame)).map { (frame, $0) }
    }

    /// Takes back the output's sound from a sample frame on. Returns false if that is not possible.
    func takeBack(from frame: Int64) -> Bool {
        guard output.takeBack(frames: position - frame) else { return false }
        rendered = map.sound(output: frame)
        if !map.isEmpty { map.append(output: frame, sound: rendered, rate: 1) }
        marks.remove(from: rendered)
        meter?.remove(from: frame)
        position = frame
        underrun.didGive(frames: 1)
        return true
    }

    func gave(silence frames: Int) {
        silence -= Int64(frames)
        silenceGiven += Int64(frames)
        rendered += Int64(frames)
        gave(frames)
        // Silence keeps its length at any tempo, so the changed tempo applies only after the silence.
        if tempo != nil { map.append(output: position, sound: rendered, rate: rate) }
    }

    /// Counts `frames` sample frames that the output got.
    ///
    /// - Parameter sound: the number of sample frames that were taken from the renderer to make these.
    func gave(_ frames: Int, sound: Int) {
        rendered += Int64(sound)
        gave(frames)
    }

    private func gave(_ frames: Int) {
        position += Int64(frames)
        underrun.didGive(frames: frames)
    }

    /// Whether sound was consumed since the output was opened or flushed.
    var isSounding: Bool { counted > 0 }

    /// Counts the sample frames that the sound server has consumed, silence included. Returns the duration of the sound
    /// among them that was not counted before.
    func count(consumed: Int64) -> Duration {
        let sound = max(consumed - silenceGiven, counted)
        defer { counted = sound }
        return .seconds(Double(sound - counted) / Double(format.sampleRate))
    }

    /// Returns the number of sample frames that the sound server has consumed until `now`, estimated from the last
    /// timing answer and the time passed since.
    func consumed(at now: MonotonicInstant) -> Int64 {
        guard let timing = output.lastTiming else { return 0 }
        return min(timing.consumed + Int64(timing.passed(at: now).inSeconds * Double(format.sampleRate)), position)
    }

    /// Handles a timing answer of the sound server.
    func didAnswer(_ timing: OutputTiming) {
        answered = timing.at
        underrun.didAnswer(timing, queued: queued(timing))
    }

    /// Returns the duration of the sound that the output got but the sound server, by this timing answer, has not
    /// consumed.
    func queued(_ timing: OutputTiming) -> Duration {
        .seconds(Double(max(position - timing.consumed, 0)) / Double(format.sampleRate))
    }

    /// Returns the time from `now` until the last sample frame given to the output is heard.
    func untilEnd(at now: MonotonicInstant) -> Duration {
        underrun.endOfSound.map { now.duration(to: $0) } ?? remaining(at: now)
    }

    /// Returns the time from `now` until all sound that the output has got is heard, according to the last timing
    /// answer; zero without a timing answer.
    func remaining(at now: MonotonicInstant) -> Duration {
        guard let timing = output.lastTiming else { return .zero }
        // After sound was taken back, the sink may hold more than was given.
        let queued = Duration.seconds(Double(position - timing.consumed) / Double(format.sampleRate))
        return max(queued + timing.sinkLatency - timing.passed(at: now), .zero)
    }

    /// Returns when a packet is heard; nil before the packet was given to the output, or while the output does not
    /// play.
    func instant(ofPacket packet: Int64) -> MonotonicInstant? {
        marks.frame(ofPacket: packet).flatMap { instant(ofFrame: map.output(sound: $0)) }
    }

    /// Returns when a sample frame is heard, according to the last timing answer; nil without a timing answer, or while
    /// the output does not play.
    private func instant(ofFrame frame: Int64) -> MonotonicInstant? {
        guard let timing = output.lastTiming, timing.isRunning else { return nil }
        let ahead = Double(frame - timing.consumed) / Double(format.sampleRate)
        return timing.at.advanced(by: timing.sinkLatency + .seconds(ahead))
    }

    /// Returns the levels of the sound that was heard since the last call; nil if less than one block of 40 ms was
    /// heard.
    func takeLevels(at now: MonotonicInstant) -> AudioLevels? {
        output.lastTiming.flatMap { meter?.take(heard: $0.heard(at: now, sampleRate: format.sampleRate)) }
    }

    /// Returns the moment of the item that is heard at `now`, in flicks, and its packet; nil before the first sound.
    func heard(at now: MonotonicInstant) -> (time: Int64, packet: Int64)? {
        guard let timing = output.lastTiming else { return nil }
        let frame = timing.heard(at: now, sampleRate: format.sampleRate)
        guard frame > 0 else { return nil }
        let sound = map.sound(output: frame)
        guard let mark = marks.advance(to: sound) else { return nil }
        return (mark.time + MediaTime(samples: sound - mark.frame, rate: format.sampleRate).flicks, mark.packet)
    }
}

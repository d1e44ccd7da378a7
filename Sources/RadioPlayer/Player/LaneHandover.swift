import RadioAudio
import RadioLoop

/// The open outputs, and the hand-over from one to the next when the sound's format changes.
///
/// The new output opens while the old one still plays. It begins with silence, whose length makes the new sound begin
/// just when the old sound has been heard.
final class LaneHandover {
    /// The output that gets sound. For a while after a change of the sound's format, ``old`` is still heard.
    private(set) var lane: OutputLane?
    /// The output that plays its last sound before ``lane`` is heard; nil unless a hand-over is under way.
    private(set) var old: OutputLane?
    private let loop: EventLoop
    /// Fires when the end of the old output's sound has been heard.
    private var timer: LoopTimer!

    /// The length of the silence that the new output begins with, so that both outputs have timing before the new sound
    /// must be given.
    private static let lead = Duration.milliseconds(150)

    /// - Parameter onHeard: called when the end of the old output's sound may have been heard.
    init(loop: EventLoop, onHeard: @escaping () -> Void) {
        self.loop = loop
        timer = loop.makeTimer(onHeard)
    }

    deinit {
        timer.cancel()
        for lane in lanes { lane.output.close() }
    }

    /// The open outputs, in the order in which they are heard.
    var lanes: [OutputLane] { [old, lane].compactMap(\.self) }

    /// Returns the moment that is heard now, according to the outputs; nil if none knows it.
    func heard(at now: MonotonicInstant) -> Speaker.Place? { old?.heard(at: now) ?? lane?.heard(at: now) }

    func open(_ new: OutputLane, client: any AudioOutputClient) {
        lane = new
        new.output.client = client
        new.output.open()
    }

    /// Opens a second output for sound in another format, which begins where the first output's sound ends.
    func open(_ new: OutputLane, after old: OutputLane, client: any AudioOutputClient) {
        old.phase = .finishing
        old.output.drain()
        self.old = old
        let left = old.remaining(at: loop.now)
        // Without a timing answer from the old output, the time until its sound ends is not known, and is assumed to be
        // long.
        let isFar = left > Self.lead * 2 || old.output.lastTiming == nil
        if isFar { new.phase = .aligning }
        new.silence = Int64((isFar ? Self.lead : left).inSeconds * Double(new.format.sampleRate))
        open(new, client: client)
    }

    /// Once both outputs have timing, sets the length of the silence so that the new output's sound begins just when
    /// the old output's sound has been heard.
    func align() {
        guard let new = lane, new.isAligning else { return }
        guard let old else { return new.phase = .giving }
        guard let timing = new.output.lastTiming, timing.isRunning, timing.consumed > 0,
            old.output.lastTiming != nil
        else { return }
        let now = loop.now
        let gap = old.remaining(at: now) - new.remaining(at: now)
        new.silence = max(Int64(gap.inSeconds * Double(new.format.sampleRate)), 0)
        new.phase = .giving
        new.output.wake()
    }

    /// Returns whether the old output's sound was heard. If not, the timer fires when it is.
    ///
    /// A sink may take the end of the old sound seconds before that sound is heard. If the output is closed then, the
    /// sink drops the sound that was not heard yet.
    func isOldHeard() -> Bool {
        guard let left = old?.untilEnd(at: loop.now) else { return false }
        if left > .zero { timer.rearm(after: left) }
        return left <= .zero
    }

    /// Closes the old output, and makes the new output take sound.
    func finish() {
        timer.disarm()
        old?.output.client = nil
        old?.output.close()
        old = nil
        // If the sound has changed its format once more, the new output may already have all its sound, and gets no
        // more.
        if let new = lane, !new.isFinishing {
            new.phase = .giving
            new.output.wake()
        }
    }

    /// Returns the only output, which has another owner from now on.
    func release() -> OutputLane? {
        defer { lane = nil }
        return lane
    }

    /// Silences the outputs at once and closes them.
    func close() {
        timer.disarm()
        for lane in lanes {
            lane.output.client = nil
            lane.output.close()
        }
        (old, lane) = (nil, nil)
    }
}

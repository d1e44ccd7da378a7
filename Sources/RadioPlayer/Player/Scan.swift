import RadioFormats
import RadioLoop

/// The course of fast forward or rewind: short excerpts of the sound, which are further apart after two seconds. Pure.
struct Scan {
    /// The length of one excerpt.
    static let piece = Duration.milliseconds(400)
    /// How long fast forward or rewind lasts before its excerpts are further apart.
    private static let slow = Duration.seconds(2)

    let direction: ScanDirection
    private let began: MonotonicInstant

    init(_ direction: ScanDirection, at now: MonotonicInstant) {
        self.direction = direction
        began = now
    }

    /// What follows an excerpt.
    enum Step: Hashable {
        case seek(MediaTime)
        /// The scan ends at this position, because there is no more sound in its direction.
        case end(MediaTime)
    }

    /// Returns what follows an excerpt: another excerpt, or the end of the scan. The distance between excerpts is ten
    /// times ``piece`` (4 s) at first, and thirty times ``piece`` (12 s) after ``slow``.
    func next(from time: MediaTime, in range: MediaTimeRange, at now: MonotonicInstant) -> Step {
        let factor = began.duration(to: now) < Self.slow ? 10 : 30
        let distance = MediaTime(Self.piece * factor)
        switch direction {
        case .forward:
            let target = time + distance
            return target < range.end ? .seek(target) : .end(range.end)
        case .backward:
            let target = time - distance
            return target > range.start ? .seek(target) : .end(range.start)
        }
    }
}

import RadioFormats
import RadioLoop

/// How fast forward and rewind go: pieces of sound, and after a while further apart. Pure.
struct Scan {
    /// How long a piece is heard.
    static let piece = Duration.milliseconds(400)
    /// From then on it goes faster.
    private static let slow = Duration.seconds(2)

    let direction: ScanDirection
    private let began: MonotonicInstant

    init(_ direction: ScanDirection, at now: MonotonicInstant) {
        self.direction = direction
        began = now
    }

    enum Step: Hashable {
        case seek(MediaTime)
        /// There is no more in this direction.
        case end(MediaTime)
    }

    /// What comes after a piece: ten times as far as it lasts, later thirty times.
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

import RadioLoop

/// When sound that comes in segments would be heard, if it were played as it comes: titles in it are shown then, and no more is
/// asked for than a player would. A pure value.
struct SegmentPace {
    var sampleRate = 0
    private var began: MonotonicInstant?
    private var received = Duration.zero

    /// More than that is not believed: a stream may say anything of itself.
    private static let longest = Duration.seconds(600)

    /// Sound came.
    mutating func received(samples: Int, at now: MonotonicInstant) {
        guard sampleRate > 0, samples > 0 else { return }
        received(.seconds(Double(samples) / Double(sampleRate)), at: now)
    }

    /// Sound came, or would have come.
    mutating func received(_ sound: Duration, at now: MonotonicInstant) {
        guard sound > .zero else { return }
        if ahead(at: now) == .zero {
            // It would have fallen silent, and goes on from here.
            began = now
            received = .zero
        }
        received = min(received + sound, Self.longest * 1000)
    }

    /// What came and would not have been heard yet.
    func ahead(at now: MonotonicInstant) -> Duration {
        guard let began else { return .zero }
        return min(max(.zero, received - began.duration(to: now)), Self.longest)
    }

    /// When what comes next would be heard; nil where nothing was said of sound.
    func due(at now: MonotonicInstant) -> MonotonicInstant? {
        began == nil ? nil : now.advanced(by: ahead(at: now))
    }
}

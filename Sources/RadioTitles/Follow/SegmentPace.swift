import RadioLoop

/// Computes when a listener would hear sound that arrives in HLS segments, if the sound were played at once. A pure
/// value.
///
/// With these times, a title is shown when its sound would be heard, and segments are requested only as fast as a
/// player would request them.
struct SegmentPace {
    var sampleRate = 0
    private var began: MonotonicInstant?
    private var received = Duration.zero

    /// Maximum result of ``ahead(at:)``, because a stream may state any duration for a segment.
    private static let longest = Duration.seconds(600)

    /// Counts sound that arrived, as a number of sample frames.
    mutating func received(samples: Int, at now: MonotonicInstant) {
        guard sampleRate > 0, samples > 0 else { return }
        received(.seconds(Double(samples) / Double(sampleRate)), at: now)
    }

    /// Counts sound that arrived, or whose segment was skipped.
    mutating func received(_ sound: Duration, at now: MonotonicInstant) {
        guard sound > .zero else { return }
        if ahead(at: now) == .zero {
            // All earlier sound would have been heard, so a player would start again with this sound.
            began = now
            received = .zero
        }
        received = min(received + sound, Self.longest * 1000)
    }

    /// Returns the duration of the counted sound that would not have been heard yet.
    func ahead(at now: MonotonicInstant) -> Duration {
        guard let began else { return .zero }
        return min(max(.zero, received - began.duration(to: now)), Self.longest)
    }

    /// Returns when sound that arrives next would be heard; nil before any sound arrived.
    func due(at now: MonotonicInstant) -> MonotonicInstant? {
        began == nil ? nil : now.advanced(by: ahead(at: now))
    }
}

import RadioLoop

/// Computes when sound that arrives in segments would be heard if it were played at once. A pure value.
///
/// A title is shown when its sound would be heard, and no more segments are requested than a player would request.
struct SegmentPace {
    var sampleRate = 0
    private var began: MonotonicInstant?
    private var received = Duration.zero

    /// Maximum result of ``ahead(at:)``, because a stream may claim any duration.
    private static let longest = Duration.seconds(600)

    /// Notes sound that arrived, in sample frames.
    mutating func received(samples: Int, at now: MonotonicInstant) {
        guard sampleRate > 0, samples > 0 else { return }
        received(.seconds(Double(samples) / Double(sampleRate)), at: now)
    }

    /// Notes sound that arrived, or that would have arrived if it had been fetched.
    mutating func received(_ sound: Duration, at now: MonotonicInstant) {
        guard sound > .zero else { return }
        if ahead(at: now) == .zero {
            // A player would have run out of sound, and would start again now.
            began = now
            received = .zero
        }
        received = min(received + sound, Self.longest * 1000)
    }

    /// Returns the duration of the sound that arrived and would not have been heard yet.
    func ahead(at now: MonotonicInstant) -> Duration {
        guard let began else { return .zero }
        return min(max(.zero, received - began.duration(to: now)), Self.longest)
    }

    /// Returns when sound that arrives next would be heard; nil before any sound arrived.
    func due(at now: MonotonicInstant) -> MonotonicInstant? {
        began == nil ? nil : now.advanced(by: ahead(at: now))
    }
}

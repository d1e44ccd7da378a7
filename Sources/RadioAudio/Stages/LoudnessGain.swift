import RadioFormats

/// Decides by how much an item is made louder or softer so that all items have the same loudness.
///
/// A known loudness applies from the first sound. An unknown item moves slowly during its first half minute. Later, the
/// gain changes only between titles, so that the dynamics of music are kept.
package struct LoudnessGain {
    /// The gains in decibels that may be applied.
    package static let gains = -12.0...9.0
    /// A smaller correction, in decibels, would not be heard.
    static let leastCorrection = 0.5
    /// How long the gain of an unknown item may move.
    package static let learning = Duration.seconds(30)
    /// How fast the gain of an unknown item moves, in decibels per second.
    static let speed = 0.5
    /// The duration of sound before which the measured loudness says nothing about the item.
    static let leastMeasured = Duration.seconds(3)

    /// The loudness that all items shall have, in LUFS.
    let target: Double
    /// The gain now.
    package private(set) var decibels = 0.0
    private var isKnown = false
    /// The duration of the item's sound so far.
    private var sounded = Duration.zero

    package init(target: Double) { self.target = target }

    /// Whether the gain may move now.
    package var isLearning: Bool { !isKnown && sounded < Self.learning }

    /// Sets the loudness of an item that was measured before, or that its tags state.
    package mutating func know(_ loudness: Double) {
        isKnown = true
        decibels = gain(for: loudness)
    }

    /// Moves the gain of an unknown item over its next sound.
    ///
    /// - Parameter measured: what the item's sound so far was; nil if it was silent.
    package mutating func advance(by duration: Duration, measured: LoudnessReading?) {
        if isLearning, let measured, measured.duration >= Self.leastMeasured {
            let most = Self.speed * (duration / .seconds(1))
            decibels += min(max(gain(for: measured.loudness) - decibels, -most), most)
        }
        sounded += duration
    }

    /// Handles that a new title begins, and that the item's sound so far was this.
    package mutating func titleDidBegin(_ measured: LoudnessReading) {
        let new = gain(for: measured.loudness)
        guard !isLearning, measured.duration >= Self.learning, abs(new - decibels) >= Self.leastCorrection else {
            return
        }
        decibels = new
    }

    private func gain(for loudness: Double) -> Double {
        let gain = min(max(target - loudness, Self.gains.lowerBound), Self.gains.upperBound)
        return abs(gain) < Self.leastCorrection ? 0 : gain
    }
}

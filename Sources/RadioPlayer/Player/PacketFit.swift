import RadioAudio

/// Chooses the packet that is left out or given twice: a quiet one. Pure.
struct PacketFit {
    /// The number of packets, about a second, whose loudness is compared before one is chosen.
    private static let least = 40
    /// The number of packets after which the next one is taken, however loud it is.
    private static let most = 400

    /// The correction that is due; nil if there is none.
    var due: DriftKeeper.Correction? {
        didSet { if due != oldValue { (seen, quietest) = (0, .infinity) } }
    }
    private var seen = 0
    private var quietest = Float.infinity
    /// A packet that comes once more, as interleaved samples.
    private(set) var again: [Float] = []

    /// Returns the correction to be made at a packet; nil for none.
    mutating func correction(at samples: UnsafeBufferPointer<Float>) -> DriftKeeper.Correction? {
        guard let due else { return nil }
        let power = samples.reduce(0) { $0 + $1 * $1 }
        seen += 1
        let isQuiet = power <= quietest
        quietest = min(quietest, power)
        guard seen > Self.least && isQuiet || seen > Self.most else { return nil }
        self.due = nil
        if due == .giveTwice { again = Array(samples) }
        return due
    }

    /// Forgets the packet that comes once more, because the sound goes on elsewhere.
    mutating func forget() { again = [] }

    /// Blends the packet that comes once more between its own end and the packet that follows it. Returns the samples
    /// to be given before that packet; empty if none are due.
    mutating func takeAgain(before next: UnsafeBufferPointer<Float>, channels: Int) -> [Float] {
        guard !again.isEmpty else { return [] }
        defer { again = [] }
        guard again.count == next.count else { return [] }
        let frames = Float(max(next.count / channels, 1))
        for index in again.indices {
            let share = (Float(index / channels) + 0.5) / frames
            again[index] = next[index] * (1 - share) + again[index] * share
        }
        return again
    }
}

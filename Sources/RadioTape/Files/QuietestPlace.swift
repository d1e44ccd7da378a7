import Glibc

/// Finds the quietest joint near a title's beginning, to cut a recording there. A joint is the boundary between two
/// packets. Pure.
package enum QuietestPlace {
    /// The sound of one packet.
    package struct Piece: Hashable, Sendable {
        /// The duration in seconds.
        package var duration: Double
        /// The mean square of the samples, 1 at full scale; nil if the samples are not known.
        package var power: Double?

        package init(duration: Double, power: Double?) {
            self.duration = duration
            self.power = power
        }
    }

    /// The duration, in seconds, of the sound on either side of a joint that determines the joint's level.
    static let reach = 0.025
    /// The level in dB relative to full scale at which, and below which, sound counts as silence.
    static let silence = -60.0

    /// Returns the index of the packet to begin a title with, which follows the quietest joint.
    ///
    /// If several joints in a row are equally quiet, the middle one is used. If there are several such rows, the row
    /// nearest to the title's beginning is used.
    /// - Parameters:
    ///   - pieces: packets that continue each other.
    ///   - title: the index of the title's first packet. If `pieces` contains no packet of the title yet, this is the
    ///     index after the last packet.
    ///   - tolerance: the greatest distance of the joint from the title's beginning, in seconds.
    package static func index(in pieces: [Piece], near title: Int, within tolerance: Double) -> Int {
        var times = [0.0]
        for piece in pieces { times.append(times.last! + piece.duration) }
        // If the title begins with the first packet, there is no earlier joint, and its beginning stays unchanged.
        guard title > 0, times.indices.contains(title) else { return title }
        let joints = pieces.indices.dropFirst().filter { abs(times[$0] - times[title]) <= tolerance }
        let levels = joints.map { level(at: $0, pieces, times) }
        guard let quietest = levels.compactMap(\.self).min() else { return title }
        var best: (distance: Double, index: Int)?
        var place = 0
        while place < joints.count {
            let run = levels[place...].prefix { $0 == quietest }
            guard !run.isEmpty else {
                place += 1
                continue
            }
            let (first, last) = (joints[run.startIndex], joints[run.endIndex - 1])
            let distance = max(times[first] - times[title], times[title] - times[last], 0)
            if distance < best?.distance ?? .infinity {
                let middle = (times[first] + times[last]) / 2
                best = (distance, (first...last).min { abs(times[$0] - middle) < abs(times[$1] - middle) }!)
            }
            place = run.endIndex
        }
        return best?.index ?? title
    }

    /// Returns the level at a joint in whole dB, because smaller differences do not matter; nil if the power of a
    /// packet near the joint is not known.
    private static func level(at joint: Int, _ pieces: [Piece], _ times: [Double]) -> Double? {
        let (start, end) = (times[joint] - reach, times[joint] + reach)
        var (sum, length) = (0.0, 0.0)
        func add(_ index: Int) -> Bool {
            guard let power = pieces[index].power else { return false }
            let part = min(times[index + 1], end) - max(times[index], start)
            (sum, length) = (sum + power * part, length + part)
            return true
        }
        var index = joint
        while index > 0, times[index] > start {
            index -= 1
            if !add(index) { return nil }
        }
        index = joint
        while index < pieces.count, times[index] < end {
            if !add(index) { return nil }
            index += 1
        }
        guard length > 0 else { return nil }
        return max((10 * log10(max(sum / length, 1e-12))).rounded(.down), silence)
    }
}

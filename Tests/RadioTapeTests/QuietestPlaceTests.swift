import Glibc
import Testing

@testable import RadioTape

@Suite struct QuietestPlaceTests {
    /// Returns the number of the packet before which the cut is made. `levels` are the levels of packets of 50 ms. The
    /// level between two packets is the mean of half a packet on either side.
    private static func index(_ levels: [Double?], near title: Int, within tolerance: Double) -> Int {
        let pieces = levels.map { QuietestPlace.Piece(duration: 0.05, power: $0.map { pow(10, $0 / 10) }) }
        return QuietestPlace.index(in: pieces, near: title, within: tolerance)
    }

    @Test(
        arguments: [
            // All packets are equally loud, so the cut is in the middle of the allowed places.
            ([-10, -10, -10, -10, -10, -10], 3, 0.0, 3), ([-10, -10, -10, -10, -10, -10, -10], 3, 0.11, 3),
            // A silence before the change of title, and one after it.
            ([-10, -90, -90, -10, -10, -10], 4, 1, 2), ([-10, -10, -10, -90, -90, -10], 1, 1, 4),
            // The cut is in the middle of a longer silence.
            ([-10, -90, -90, -90, -90, -10, -10], 6, 1, 3),
            // A silence outside of the tolerance, and one at its edge.
            ([-10, -90, -90, -10, -10, -10, -10], 6, 0.11, 5), ([-10, -90, -90, -10, -10, -10, -10], 5, 0.16, 2),
            // The nearer of two silences is used.
            ([-90, -90, -10, -10, -10, -90, -90], 4, 1, 6), ([-90, -90, -10, -10, -10, -90, -90], 3, 1, 1),
            // The change of title is within a silence.
            ([-10, -80, -90, -80, -90, -70, -10], 2, 1, 3),
            // A quieter place that is not silent. Levels that differ by less than 1 dB count as equal.
            ([-10, -10, -20, -20, -10, -10], 5, 1, 3), ([-10.9, -10.1, -10.5, -10.2, -10.8], 2, 1, 2),
            // Some levels are unknown: those of a decoder's first packets and of damaged packets.
            ([nil, nil, -10, -30, -30, -10], 5, 1, 4), ([nil, nil, nil, nil], 2, 1, 2),
            ([-90, nil, -90, -10, -10, -20, -20], 3, 1, 6),
            // The change of title is at the start or at the end of the packets.
            ([-10, -10, -10], 0, 0.0, 0), ([-10, -90, -90], 0, 1, 0), ([-10, -10, -10], 3, 0.0, 3),
            ([-90, -90, -10], 3, 1, 1), ([], 0, 1, 0),
            ([-10], 5, 1, 5), ([-10], 1, 1, 1),
        ] as [([Double?], Int, Double, Int)])
    func places(_ levels: [Double?], _ title: Int, _ tolerance: Double, _ index: Int) {
        #expect(Self.index(levels, near: title, within: tolerance) == index)
    }

    /// The silence is found at the same time, however long the packets are.
    @Test(arguments: [0.0025, 0.02, 0.026, 0.046, 0.1]) func packetsOfAnyLength(_ duration: Double) {
        let count = Int(4 / duration)
        // The sound is silent from 1.0 to 1.4 s.
        let pieces = (0..<count).map { index in
            let time = Double(index) * duration
            return QuietestPlace.Piece(duration: duration, power: time > 0.999 && time < 1.399 - duration ? 0 : 0.1)
        }
        let index = QuietestPlace.index(in: pieces, near: Int(2 / duration), within: 1.5)
        #expect(abs(Double(index) * duration - 1.2) <= max(duration, 0.01) + 0.001)
    }
}

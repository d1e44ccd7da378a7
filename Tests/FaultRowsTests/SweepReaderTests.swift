import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import FaultRows

/// The ``SweepReader``, with which fault rows recognise what they hear, gets sound whose positions in the test's
/// programme are known.
struct SweepReaderTests {
    private static let rate = Sweeps.rate
    private static let programme = SweepProgramme(silentSeconds: 60)
    private static let sweeps = Sweeps(seconds: 60)

    private func sound(from place: Double, seconds: Double) -> [Int16] {
        Self.sweeps.sound(from: place, seconds: seconds)
    }

    private func silence(_ seconds: Double) -> [Int16] { Self.sweeps.silence(seconds) }

    /// Feeds samples in buffers of `pieces` samples, as they come from a recording, and returns the stretches that the
    /// reader recognised.
    private func stretches(_ samples: [Int16], pieces: Int = 1777) -> [SweepReader.Stretch] {
        var found: [SweepReader.Stretch] = []
        var reader = SweepReader(Self.programme) { found.append($0) }
        var frames = 0
        samples.withUnsafeBufferPointer { samples in
            while frames * 2 < samples.count {
                let count = min(pieces, samples.count / 2 - frames)
                let piece = UnsafeBufferPointer(rebasing: samples[frames * 2..<(frames + count) * 2])
                frames += count
                reader.feed(piece, end: Double(frames) / Self.rate)
            }
        }
        reader.finish()
        return found
    }

    private func heard(_ stretches: [SweepReader.Stretch]) -> HeardSound {
        func instant(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(nanoseconds: Int64(seconds * 1e9)) }
        let all = stretches.map {
            Monitor.Stretch(
                begin: instant($0.begin), end: instant($0.end), first: $0.first, last: $0.last,
                length: $0.end - $0.begin)
        }
        return HeardSound(all, of: Self.programme)
    }

    private let start = MonotonicInstant(nanoseconds: 0)

    @Test(arguments: [0.0, 3.9, 17.3, 41.25, 58.5], [300, 1777, 44_100])
    func thePlaceIsRead(_ place: Double, _ pieces: Int) throws {
        let found = stretches(silence(0.5) + sound(from: place, seconds: 6) + silence(0.3), pieces: pieces)
        let jumps = heard(found).jumps(after: start)
        // The programme repeats: its start follows its end, which is not a jump.
        #expect(jumps.isEmpty, "\(jumps)")
        let first = try #require(found.first)
        #expect(abs(first.begin - 0.5) < 0.004)
        let read = try #require(first.first)
        #expect(abs((read - place).remainder(dividingBy: 60)) < 0.004, "\(read)")
        let end = try #require(found.last)
        #expect(abs(end.end - 6.5) < 0.004)
    }

    @Test(arguments: [-4.0, -1.5, -0.2, -0.026, 0.026, 0.2, 1.5, 4, 20])
    func lostAndRepeatedSoundIsMeasured(_ jump: Double) throws {
        let found = stretches(sound(from: 21, seconds: 3.3) + sound(from: 24.3 + jump, seconds: 3))
        let jumps = heard(found).jumps(after: start)
        #expect(jumps.count == 1, "\(jumps)")
        #expect(abs((jumps.first ?? 0) - jump) < 0.005, "\(jumps)")
    }

    @Test(arguments: [0.0, -0.5, 2.5])
    func silenceIsNoLoss(_ jump: Double) throws {
        let found = stretches(
            sound(from: 5, seconds: 2.2) + silence(1.75) + sound(from: 7.2 + jump, seconds: 2.2))
        let sound = heard(found)
        let sum = sound.jumps(after: start).reduce(0, +)
        #expect(abs(sum - jump) < 0.006, "\(sum)")
        let silences = sound.silences(from: start, to: MonotonicInstant(nanoseconds: 6_150_000_000))
        #expect(silences.count == 1)
        #expect(abs((silences.first ?? 0) - 1.75) < 0.006, "\(silences)")
    }

    /// An encoder adds silence between the end of the programme and its start. The reader does not take it for a loss.
    @Test(
        arguments: [
            (60.001, 60.029, 0), (59.5, 60.029, 0.5), (59.5, 1, 1.5), (60.003, -0.003, 0), (0.1, 59.9, -0.2),
            (20, 21, 1),
            (119.9, 60.2, 0.3),
        ] as [(Double, Double, Double)])
    func theSeamOfTheProgrammeIsNoLoss(_ from: Double, _ to: Double, _ loss: Double) {
        let programme = SweepProgramme(silentSeconds: 60, seam: 0.03)
        #expect(abs(programme.loss(from: from, to: to) - loss) < 0.003, "\(programme.loss(from: from, to: to))")
    }

    @Test func anotherSoundHasNoPlace() throws {
        let tone = (0..<88_200).flatMap { index -> [Int16] in
            let value = Int16(9000 * sin(2 * .pi * 3000 * Double(index) / Self.rate))
            return [value, Int16(clamping: Int(value) * (index / 50 % 2 == 0 ? 1 : -1))]
        }
        let found = stretches(tone)
        #expect(found.count == 1)
        #expect(found.first?.first == nil)
        #expect(abs((found.first?.end ?? 0) - 2) < 0.004)
    }
}

import Glibc
import RadioAudio
import Testing

@testable import RadioPlayer

@Suite struct LevelMeterTests {
    private static let format = PCMFormat(sampleRate: 48_000, channelCount: 2)

    /// Returns stereo sound: on the left a sine of `amplitude`, on the right silence with one sample of the value
    /// `peak`.
    private func sound(_ seconds: Double, _ amplitude: Double, peak: Float = 0) -> [Float] {
        (0..<Int(seconds * 48_000)).flatMap { frame in
            [Float(amplitude * sin(Double(frame) * 2 * .pi * 1000 / 48_000)), frame == 100 ? peak : 0]
        }
    }

    @Test(arguments: [(1.0, -3.01, 0.0), (0.5, -9.03, -6.02), (0.001, -63.01, -60), (0, -160, -160)])
    func aSine(amplitude: Double, average: Double, peak: Double) throws {
        var meter = LevelMeter(Self.format)
        sound(0.2, amplitude, peak: 1.5).withUnsafeBufferPointer { meter.measure($0, from: 0) }
        let taken = meter.take(heard: 9600)
        let levels = try #require(taken)
        #expect(levels.channels.count == 2)
        #expect(abs(levels.channels[0].average - average) < 0.02 && abs(levels.channels[0].peak - peak) < 0.02)
        // The average is that of the newest sound. The peak is the largest since levels were last read.
        #expect(levels.channels[1].average == AudioLevels.floor)
        #expect(abs(levels.channels[1].peak - 3.52) < 0.01)
        let none = meter.take(heard: 9600)
        #expect(none == nil)
    }

    /// A level is reported only when its sound is heard, whatever the sizes of the buffers.
    @Test func whenItIsHeard() throws {
        var meter = LevelMeter(Self.format)
        let loud = sound(0.04, 0.5)
        let soft = sound(0.04, 0.05)
        let all = loud + soft
        var position = 0
        for size in [1, 7, 1000, 1919, 913] {
            Array(all[position * 2..<(position + size) * 2]).withUnsafeBufferPointer {
                meter.measure($0, from: Int64(position))
            }
            position += size
        }
        #expect(position == 3840)
        let peaks = [1919, 1920, 3839, 90_000].map { meter.take(heard: $0)?.channels[0].peak }
        #expect(peaks[0] == nil && peaks[2] == nil)
        let (first, second) = (try #require(peaks[1]), try #require(peaks[3]))
        #expect(abs(first + 6.02) < 0.05 && abs(second + 26.02) < 0.05)
    }

    @Test func itIsBounded() throws {
        var meter = LevelMeter(Self.format)
        let second = sound(1, 0.5)
        for index in 0..<60 { second.withUnsafeBufferPointer { meter.measure($0, from: Int64(index) * 48_000) } }
        let (old, new) = (meter.take(heard: 50 * 48_000), meter.take(heard: 60 * 48_000))
        #expect(old == nil && new != nil)
    }
}

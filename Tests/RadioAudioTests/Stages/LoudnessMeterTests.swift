import RadioFormats
import Testing

@testable import RadioAudio

@Suite struct LoudnessMeterTests {
    /// The signals of EBU Tech 3341 for the integrated loudness, cases 1 to 5.
    /// Each part of a signal is a level in dB and a duration in seconds.
    @Test(arguments: [
        [[-23.0, 20]], [[-33, 20]], [[-36, 10], [-23, 60], [-36, 10]],
        [[-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10]], [[-26, 20], [-20, 20.1], [-26, 20]],
    ]) func signalsOfTheEBU(_ parts: [[Double]]) throws {
        let tone = SineTone()
        let reading = try #require(tone.reading(tone.samples(parts.map { ($0[0], $0[1]) })))
        #expect(abs(reading.loudness - (parts.count == 1 ? parts[0][0] : -23)) <= 0.1)
        let seconds = parts.reduce(0) { $0 + $1[1] }
        #expect(abs(reading.duration / .seconds(1) - seconds) < 0.01)
    }

    /// Case 6 of EBU Tech 3341: each of five channels has its own level.
    @Test func fiveChannels() throws {
        let levels = [-28.0, -28, -24, -30, -30]
        let mono = SineTone(format: PCMFormat(sampleRate: 48_000, channelCount: 1)).samples(0, 20)
        let samples = mono.flatMap { sample in levels.map { sample * Float(Decibels.amplitude($0)) } }
        let tone = SineTone(format: PCMFormat(sampleRate: 48_000, channelCount: 5))
        let reading = try #require(tone.reading(samples))
        #expect(abs(reading.loudness + 23) <= 0.1)
    }

    /// A single channel is as loud as the same sound in two channels.
    @Test func mono() throws {
        let tone = SineTone(format: PCMFormat(sampleRate: 44_100, channelCount: 1))
        let reading = try #require(tone.reading(tone.samples(-23, 10)))
        #expect(abs(reading.loudness + 23) <= 0.1)
    }

    @Test func silenceHasNoLoudness() {
        #expect(SineTone().reading([Float](repeating: 0, count: 96_000)) == nil)
        #expect(SineTone().reading([]) == nil)
    }

    /// A change of the format in the middle does not end the measurement.
    @Test func theFormatMayChange() throws {
        let meter = LoudnessMeter()
        for format in [PCMFormat(sampleRate: 48_000, channelCount: 2), .init(sampleRate: 22_050, channelCount: 1)] {
            SineTone(format: format).samples(-20, 10).withUnsafeBufferPointer { meter.add($0, format: format) }
        }
        let reading = try #require(meter.reading)
        #expect(abs(reading.loudness + 20) <= 0.1)
        #expect(abs(reading.duration / .seconds(1) - 20) < 0.01)
    }

    @Test func readingsAreAdded() {
        let loud = LoudnessReading(loudness: -10, duration: .seconds(60))
        #expect(loud.added(to: nil) == loud)
        #expect(loud.added(to: LoudnessReading(loudness: -30, duration: .zero)) == loud)
        let both = loud.added(to: LoudnessReading(loudness: -20, duration: .seconds(60)))
        #expect(abs(both.loudness + 12.596) < 0.01 && both.duration == .seconds(120))
        // Of the past, two hours count, so that a changed station is followed.
        let changed = LoudnessReading(loudness: -10, duration: .seconds(7200))
            .added(to: LoudnessReading(loudness: -20, duration: .seconds(1_000_000)))
        #expect(abs(changed.loudness + 12.596) < 0.01)
    }
}

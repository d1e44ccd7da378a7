import RadioFormats
import Testing

@testable import RadioAudio

@Suite struct LoudnessStageTests {
    private let tone = SineTone()

    /// Stations that are 20 LU apart come out within 1 LU after 40 s.
    @Test(arguments: [-25.0, -20, -16, -12, -6]) func unknownStations(_ loudness: Double) throws {
        var reports: [LoudnessReading] = []
        var stage: LoudnessStage? = LoudnessStage(target: -16) { reports.append($0) }
        let samples = tone.processed(tone.samples(loudness, 45), by: try #require(stage), frames: 96_000)
        let after = try #require(tone.reading(Array(samples[(40 * 96_000)...])))
        #expect(abs(after.loudness + 16) < 1)
        // The measured loudness is that of the sound before the gain.
        let measured = try #require(stage?.reading)
        #expect(abs(measured.loudness - loudness) < 0.1)
        #expect(reports.isEmpty)
        stage = nil
        #expect(reports.count == 1 && reports.allSatisfy { $0.duration > .seconds(44) })
    }

    /// A known station has the right loudness from the first sound.
    @Test(arguments: [-25.0, -6]) func knownStations(_ loudness: Double) throws {
        let stage = LoudnessStage(target: -16) { _ in }
        stage.know(LoudnessReading(loudness: loudness, duration: .seconds(600)))
        let samples = tone.processed(tone.samples(loudness, 3), by: stage)
        let heard = try #require(tone.reading(samples))
        #expect(abs(heard.loudness + 16) < 0.2)
        #expect(stage.lifts == (loudness < -16))
    }

    @Test func measuredLoudnessReplacesThatOfTags() {
        let stage = LoudnessStage(target: -16) { _ in }
        stage.know(LoudnessReading(loudness: -10, duration: .zero))
        #expect(stage.decibels == -6)
        stage.know(LoudnessReading(loudness: -12, duration: .seconds(60)))
        #expect(stage.decibels == -4)
        stage.know(LoudnessReading(loudness: -10, duration: .zero))
        #expect(stage.decibels == -4)
    }

    @Test func aTitleCorrectsTheGain() {
        let stage = LoudnessStage(target: -16) { _ in }
        stage.know(LoudnessReading(loudness: -20, duration: .seconds(40)))
        _ = tone.processed(tone.samples(-10, 40), by: stage)
        #expect(stage.decibels == 4)
        stage.titleDidBegin()
        #expect(abs((stage.decibels ?? 0) + 3.4) < 0.2)
    }

    /// Another target, and the end, change the gain without a step.
    @Test func changesAreSmooth() {
        let stage = LoudnessStage(target: -16) { _ in }
        stage.know(LoudnessReading(loudness: -20, duration: .seconds(40)))
        let low = SineTone(frequency: 50)
        var heard = low.processed(low.samples(-20, 1), by: stage)
        stage.set(target: -24)
        heard += low.processed(low.samples(-20, 1), by: stage)
        #expect(abs((stage.decibels ?? 0) + 4) < 1)
        stage.set(target: nil)
        #expect(stage.decibels == nil && !stage.isIdle)
        heard += low.processed(low.samples(-20, 1), by: stage)
        #expect(stage.isIdle)
        let steps = stride(from: 0, to: heard.count - 2, by: 2).map { abs(heard[$0 + 2] - heard[$0]) }
        #expect((steps.max() ?? 1) < 0.005)
        #expect(abs(SineTone.level(heard.suffix(48_000)) + 20) < 0.1)
    }

    /// The loudness is reported once a minute.
    @Test func reports() {
        var count = 0
        let stage = LoudnessStage(target: -16) { _ in count += 1 }
        _ = tone.processed(tone.samples(-20, 65), by: stage)
        #expect(count == 1)
        stage.finish()
        #expect(count == 1)
    }
}

import Testing

@testable import RadioAudio

@Suite struct EqualiserTests {
    @Test(arguments: [
        ("off", "off"), ("bass=+3", "bass=+3"), ("1k=-2, treble = 1.5", "treble=+1.5,1k=-2"), ("BASS=0", "off"),
        ("31=12,16k=-12", "31=+12,16k=-12"),
    ]) func texts(_ text: String, _ written: String) throws {
        let equaliser = try #require(Equaliser(text))
        #expect(equaliser.text == written)
        #expect(Equaliser(written) == equaliser)
        #expect(equaliser.isFlat == (written == "off"))
    }

    @Test(arguments: ["", "bass", "bass=", "bass=13", "bass=nan", "bass=1,bass=2", "3k=1", "bass=1;1k=2", "bass=1,"])
    func wrongTexts(_ text: String) { #expect(Equaliser(text) == nil) }

    /// Returns the gain of an equaliser at a frequency, measured with a sine.
    private func gain(_ text: String, at frequency: Double, sampleRate: Int = 48_000) throws -> Double {
        let tone = SineTone(format: PCMFormat(sampleRate: sampleRate, channelCount: 2), frequency: frequency)
        let stage = EqualiserStage()
        stage.begin(try #require(Equaliser(text)))
        let samples = tone.samples(-20, 0.6)
        let half = samples.count / 2
        let changed = tone.processed(samples, by: stage, frames: 1000)
        return SineTone.level(changed[half...]) - SineTone.level(samples[half...])
    }

    @Test(arguments: Equaliser.Band.allCases.dropFirst(2), [-6.0, 6.0])
    func aBandChangesItsFrequencies(_ band: Equaliser.Band, _ decibels: Double) throws {
        let text = "\(band.rawValue)=\(decibels)"
        let reached = try gain(text, at: band.frequency)
        #expect(abs(reached - decibels) < 0.2)
        for far in [band.frequency / 8, band.frequency * 8] where (20...20_000).contains(far) {
            let rest = try gain(text, at: far)
            #expect(abs(rest) < 0.5)
        }
    }

    @Test(arguments: [("bass", 20.0, 10_000.0), ("treble", 18_000, 100)])
    func bassAndTreble(_ band: String, _ inside: Double, _ outside: Double) throws {
        for decibels in [-6.0, 6.0] {
            let text = "\(band)=\(decibels)"
            let gains = try [inside, band == "bass" ? 100 : 3000, outside].map { try gain(text, at: $0) }
            #expect(abs(gains[0] - decibels) < 1)
            #expect(abs(gains[1] - decibels / 2) < 0.1)
            #expect(abs(gains[2]) < 0.3)
        }
    }

    /// A band above the highest frequency that the sample rate allows does nothing.
    @Test(arguments: [8000, 22_050]) func lowSampleRates(_ sampleRate: Int) throws {
        let (none, some) = try (
            gain("16k=12", at: 1000, sampleRate: sampleRate), gain("1k=6", at: 1000, sampleRate: sampleRate)
        )
        #expect(abs(none) < 0.01 && abs(some - 6) < 0.1)
    }

    @Test func flatIsExact() {
        let tone = SineTone()
        let samples = tone.samples(-3, 0.1)
        let stage = EqualiserStage()
        #expect(tone.processed(samples, by: stage) == samples)
        #expect(stage.isIdle && !stage.lifts)
    }

    /// Sound that was taken back is the same when it is processed again, up to the 5 s that an output may hold.
    @Test(arguments: ["bass=12", "31=12,62=-12,treble=3"], [Int64(1), 500, 40_000, 200_000])
    func soundThatIsTakenBackGoesOn(_ text: String, _ frames: Int64) throws {
        let tone = SineTone(frequency: 50)
        let samples = tone.samples(-20, 6)
        let stage = EqualiserStage()
        stage.begin(try #require(Equaliser(text)))
        let changed = tone.processed(samples, by: stage, frames: 1000)
        let back = stage.repeatable(frames)
        #expect(back <= frames && frames - back < 512)
        stage.tookBack(frames: back)
        #expect(tone.processed(Array(samples.suffix(2 * Int(back))), by: stage) == changed.suffix(2 * Int(back)))
    }

    /// A changed setting causes no step in the sound, however the sound is cut into buffers.
    @Test(arguments: [64, 1000, 96_000]) func changesAreSmooth(_ frames: Int) throws {
        let tone = SineTone(frequency: 100)
        let samples = tone.samples(-20, 1)
        let stage = EqualiserStage()
        stage.set(try #require(Equaliser("bass=12,125=-12,62=6")))
        let changed = tone.processed(samples, by: stage, frames: frames)
        #expect(stage.lifts)
        let steps = stride(from: 0, to: changed.count - 2, by: 2).map { abs(changed[$0 + 2] - changed[$0]) }
        // The steepest slope of a tone of 100 Hz that is 12 dB louder.
        #expect((steps.max() ?? 1) < 0.1 * 4 * 2 * Float.pi * 100 / 48_000)
        stage.set(.flat)
        let end = tone.processed(samples, by: stage, frames: frames)
        #expect(stage.isIdle)
        #expect(zip(end.suffix(100), samples.suffix(100)).allSatisfy { abs($0 - $1) < 1e-4 })
    }
}

import Glibc
import RadioFormats

@testable import RadioAudio

/// Sine tones as interleaved samples.
struct SineTone {
    var format = PCMFormat(sampleRate: 48_000, channelCount: 2)
    var frequency = 1000.0

    /// Returns tones of these peaks (dB of full scale) and durations (seconds), one after another.
    func samples(_ parts: [(decibels: Double, seconds: Double)]) -> [Float] {
        var samples: [Float] = []
        var frame = 0
        let step = 2 * Double.pi * frequency / Double(format.sampleRate)
        for part in parts {
            let amplitude = Decibels.amplitude(part.decibels)
            for _ in 0..<Int(part.seconds * Double(format.sampleRate)) {
                let sample = Float(amplitude * sin(step * Double(frame)))
                for _ in 0..<format.channelCount { samples.append(sample) }
                frame += 1
            }
        }
        return samples
    }

    func samples(_ decibels: Double, _ seconds: Double) -> [Float] { samples([(decibels, seconds)]) }

    /// Returns the samples after a stage has processed them in buffers of this number of sample frames.
    func processed(_ samples: [Float], by stage: some SoundStage, frames: Int = 4800) -> [Float] {
        var samples = samples
        samples.withUnsafeMutableBufferPointer { all in
            var rest = all[...]
            while !rest.isEmpty {
                let piece = UnsafeMutableBufferPointer(rebasing: rest.prefix(frames * format.channelCount))
                rest = rest.dropFirst(piece.count)
                stage.process(piece, format: format)
            }
        }
        return samples
    }

    /// Returns the level of sound in dB. A full-scale sine has 0 dB.
    static func level(_ samples: some Collection<Float>) -> Double {
        let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
        return Decibels.decibels(power: 2 * power)
    }

    func reading(_ samples: [Float]) -> LoudnessReading? {
        let meter = LoudnessMeter()
        samples.withUnsafeBufferPointer { meter.add($0, format: format) }
        return meter.reading
    }
}

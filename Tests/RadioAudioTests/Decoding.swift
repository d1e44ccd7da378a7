import RadioAudio
import RadioFormats

/// The sound that decoders made of packets, for tests. A change of format begins a new run.
struct Decoding {
    var runs: [(format: PCMFormat, samples: [Float])] = []
    /// How many sample frames each packet gave.
    var frameCounts: [Int] = []
    var errors: [DecoderError] = []

    init(_ packets: [[UInt8]], by decoder: any AudioDecoder) {
        for packet in packets { add(packet, by: decoder) }
    }

    mutating func add(_ packet: [UInt8], by decoder: any AudioDecoder) {
        packet.withUnsafeBytes { bytes in
            do throws(DecoderError) {
                let sound = try decoder.decode(Packet(bytes: bytes, sampleCount: 0))
                frameCounts.append(sound.frameCount)
                guard sound.frameCount > 0 else { return }
                if runs.last?.format != sound.format { runs.append((sound.format, [])) }
                runs[runs.count - 1].samples += sound.samples
            } catch {
                errors.append(error)
                frameCounts.append(0)
            }
        }
    }

    var formats: [PCMFormat] { runs.map(\.format) }
    var frameCount: Int { frameCounts.reduce(0, +) }

    /// Returns one channel of the last run. The first tenth of a second is left out, because it contains the codec's
    /// delay and fade-in.
    func channel(_ index: Int) -> [Float] {
        guard let run = runs.last else { return [] }
        let skipped = run.format.sampleRate / 10
        let all = stride(from: index, to: run.samples.count, by: run.format.channelCount).map { run.samples[$0] }
        return Array(all.dropFirst(skipped))
    }
}

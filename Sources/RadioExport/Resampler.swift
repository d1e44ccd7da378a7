import CSpeexDSP

/// Converts sound to another sample rate with libspeexdsp.
///
/// The converted sound begins at the same time as the source and has the same duration: the delay of the resampling
/// filter is removed.
final class Resampler {
    private let state: OpaquePointer
    private let channels: Int
    private let rates: (from: Int, to: Int)
    private var taken: Int64 = 0
    private var given: Int64 = 0

    /// The quality that libspeexdsp is to use, 0…10. Its header recommends 3 for VoIP and 5 for desktops. At 8, the
    /// result cannot be distinguished from the source.
    private static let quality: Int32 = 8

    /// Makes a converter from the sample rate `from` to `to`, both in hertz. Returns nil if libspeexdsp cannot allocate
    /// memory.
    init?(channels: Int, from: Int, to: Int) {
        var code: Int32 = 0
        guard let state = speex_resampler_init(UInt32(channels), UInt32(from), UInt32(to), Self.quality, &code) else {
            return nil
        }
        self.state = state
        self.channels = channels
        rates = (from, to)
        speex_resampler_skip_zeros(state)
    }

    deinit { speex_resampler_destroy(state) }

    func process(_ samples: [Float]) -> [Float] {
        taken += Int64(samples.count / channels)
        return run(samples)
    }

    /// Returns the end of the converted sound, which the resampling filter delays. Called after the last `process`.
    func finish() -> [Float] {
        let wanted = Int((Double(taken) * Double(rates.to) / Double(rates.from)).rounded()) - Int(given)
        guard wanted > 0 else { return [] }
        let zeros = [Float](repeating: 0, count: (Int(speex_resampler_get_input_latency(state)) + 64) * channels)
        return Array(run(zeros).prefix(wanted * channels))
    }

    /// Passes interleaved samples to libspeexdsp, and returns the converted samples that it produces.
    private func run(_ samples: [Float]) -> [Float] {
        let room = samples.count / channels * rates.to / rates.from + 64
        var consumed = 0
        return [Float](unsafeUninitializedCapacity: (room + 64) * channels) { buffer, count in
            samples.withUnsafeBufferPointer { samples in
                while consumed < samples.count {
                    var input = UInt32((samples.count - consumed) / channels)
                    var output = UInt32((buffer.count - count) / channels)
                    guard output > 0 else { break }
                    speex_resampler_process_interleaved_float(
                        state, samples.baseAddress! + consumed, &input, buffer.baseAddress! + count, &output)
                    guard input > 0 || output > 0 else { break }
                    consumed += Int(input) * channels
                    count += Int(output) * channels
                }
            }
            given += Int64(count / channels)
        }
    }
}

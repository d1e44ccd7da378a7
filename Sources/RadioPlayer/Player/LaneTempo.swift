import RadioAudio

/// The tempo of one output's sound: between the renderer and the output.
final class LaneTempo {
    private let changer: TempoChanger
    private let format: PCMFormat
    private var rate: Double
    private var scratch: [Float]
    private var isFlushed = false

    /// Frames that are taken at once.
    private static let piece = 1024

    init?(_ format: PCMFormat, rate: Double, algorithm: TimePitchAlgorithm) {
        guard let changer = TempoChanger(format, algorithm: algorithm) else { return nil }
        self.changer = changer
        self.format = format
        self.rate = rate
        scratch = [Float](repeating: 0, count: Self.piece * format.channelCount)
        changer.setRate(rate)
    }

    /// - Parameters:
    ///   - output: the frame of the output that is written next.
    ///   - sound: the frame of the sound that is taken next.
    ///   - map: is told how it goes on.
    func setRate(_ new: Double, output: Int64, sound: Int64, _ map: inout TempoMap) {
        guard new != rate else { return }
        rate = new
        if changer.setRate(new) {
            goOn(output: output, sound: sound, &map)
        } else {
            map.append(output: output, sound: map.sound(output: output), rate: new)
        }
    }

    /// In another way, from the next frame that is taken; parameters as in ``setRate(_:output:sound:_:)``.
    func use(_ algorithm: TimePitchAlgorithm, output: Int64, sound: Int64, _ map: inout TempoMap) {
        changer.use(algorithm)
        goOn(output: output, sound: sound, &map)
    }

    /// Nothing is kept back any more: what can be read ends where the sound stands.
    private func goOn(output: Int64, sound: Int64, _ map: inout TempoMap) {
        map.append(output: output + Int64(changer.available), sound: sound, rate: rate)
    }

    /// Nothing is changed, and nothing is left in it.
    var isIdle: Bool { rate == 1 && changer.available == 0 }

    /// Sound that can be read.
    var available: Int { changer.available }

    /// The sound ends, or goes on in another format.
    func flush() {
        guard !isFlushed else { return }
        isFlushed = true
        changer.flush()
    }

    /// Fills `buffer` as far as there is sound.
    /// - Parameters:
    ///   - output: the frame of the output that the buffer begins with.
    ///   - sound: the frame of the sound that is taken next.
    ///   - render: brings sound into a buffer, and returns its frames.
    /// - Returns: frames given, and frames of the sound taken for them.
    func fill(
        _ buffer: UnsafeMutableBufferPointer<Float>, output: Int64, sound: Int64, _ map: inout TempoMap,
        render: (UnsafeMutableBufferPointer<Float>, _ position: Int64) -> Int
    ) -> (given: Int, taken: Int) {
        let channels = format.channelCount
        let room = buffer.count / channels
        var (given, taken) = (0, 0)
        while given < room {
            let read = changer.read(into: .init(rebasing: buffer[(given * channels)...]))
            given += read
            guard read == 0 else { continue }
            // From then on the sound needs no tempo.
            if rate == 1 { break }
            let frames = scratch.withUnsafeMutableBufferPointer { scratch in
                let frames = render(scratch, sound + Int64(taken))
                if frames > 0 { changer.write(.init(rebasing: scratch[..<(frames * channels)])) }
                return frames
            }
            if frames > 0 { isFlushed = false } else if available == 0 { break }
            taken += frames
        }
        keepTrue(&map, output: output + Int64(given), sound: sound + Int64(taken))
        return (given, taken)
    }

    /// Frames that are put down to rounding.
    private static let slack: Int64 = 4

    /// Fractions of frames that libsonic drops add up: what is kept back of the sound is bounded, and tells.
    private func keepTrue(_ map: inout TempoMap, output: Int64, sound: Int64) {
        guard rate != 1 else { return }
        let available = Int64(changer.available)
        let pending = sound - map.sound(output: output + available)
        let most = isFlushed ? 0 : Int64(changer.maximumPending)
        guard !(-Self.slack...most + Self.slack).contains(pending) else { return }
        let left = Int64((Double(available) * rate).rounded())
        map.append(output: output, sound: sound - most / 2 - left, rate: rate)
    }
}

import RadioAudio

/// Changes the tempo of one output's sound, between the renderer and the output.
final class LaneTempo {
    private let changer: TempoChanger
    private let format: PCMFormat
    private var rate: Double
    private var scratch: [Float]
    private var isFlushed = false

    /// The maximum number of sample frames that are taken from the renderer in one step.
    private static let piece = 1024

    init?(_ format: PCMFormat, rate: Double, algorithm: TimePitchAlgorithm) {
        guard let changer = TempoChanger(format, algorithm: algorithm) else { return nil }
        self.changer = changer
        self.format = format
        self.rate = rate
        scratch = [Float](repeating: 0, count: Self.piece * format.channelCount)
        changer.setRate(rate)
    }

    /// Changes the rate.
    /// - Parameters:
    ///   - output: the index of the next sample frame that the output gets.
    ///   - sound: the index of the next sample frame that is taken from the renderer.
    ///   - map: receives the new relation between the sample frames of output and sound.
    func setRate(_ new: Double, output: Int64, sound: Int64, _ map: inout TempoMap) {
        guard new != rate else { return }
        rate = new
        if changer.setRate(new) {
            goOn(output: output, sound: sound, &map)
        } else {
            map.append(output: output, sound: map.sound(output: output), rate: new)
        }
    }

    /// Changes the algorithm, from the next sample frame that is taken from the renderer. The parameters are those of
    /// ``setRate(_:output:sound:_:)``.
    func use(_ algorithm: TimePitchAlgorithm, output: Int64, sound: Int64, _ map: inout TempoMap) {
        changer.use(algorithm)
        goOn(output: output, sound: sound, &map)
    }

    /// Appends the current rate to `map`, which relates the output's sample frames to those of the sound. The tempo
    /// changer holds nothing back now, so the new rate begins after the sample frames that can be read from it.
    private func goOn(output: Int64, sound: Int64, _ map: inout TempoMap) {
        map.append(output: output + Int64(changer.available), sound: sound, rate: rate)
    }

    /// Whether the rate is 1 and all sound was read from the tempo changer, so that it can be removed.
    var isIdle: Bool { rate == 1 && changer.available == 0 }

    /// The number of sample frames that can be read from the tempo changer.
    var available: Int { changer.available }

    /// Makes the tempo changer give all sound that it has got, because the sound ends or continues in another format.
    func flush() {
        guard !isFlushed else { return }
        isFlushed = true
        changer.flush()
    }

    /// Fills `buffer` with sound at the changed tempo, as far as there is sound.
    /// - Parameters:
    ///   - output: the index that the buffer's first sample frame has in the output.
    ///   - sound: the index of the next sample frame that is taken from the renderer.
    ///   - map: corrected if its rounding errors have added up.
    ///   - render: writes sound into a buffer, beginning with the sound's sample frame `position`, and returns the
    ///     number of sample frames.
    /// - Returns: `given` is the number of sample frames written to `buffer`, and `taken` the number of sample frames
    ///   that `render` has written.
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
            // The tempo changer is empty, and at normal speed the renderer's sound needs no change.
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

    /// The largest deviation of the map, in sample frames, that counts as a rounding error.
    private static let slack: Int64 = 4

    /// Corrects the map between sample frames of output and sound when it has drifted.
    ///
    /// libsonic, which changes the tempo, drops fractions of sample frames, and these errors add up. Libsonic holds at
    /// most a known number of sample frames that cannot be read yet. If the map implies a larger or a negative number,
    /// the map has drifted.
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

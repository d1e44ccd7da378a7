import RadioLoop

/// A WAV file that is being written.
final class WaveFile {
    let format: PCMFormat
    /// The underlying file.
    let file: SoundFile
    private var dataBytes = 0
    /// The number of bytes that the header on the disk states.
    private var statedBytes = 0

    /// How much sound is written before the header states it, in seconds. If the program is killed, readers that trust
    /// the header lose at most this much.
    private static let headerInterval = 2

    init(path: String, format: PCMFormat, worker: BlockingWorker, overwrites: Bool) throws(SoundFile.Failure) {
        self.format = format
        file = try SoundFile(path: path, worker: worker, overwrites: overwrites)
        file.append(WaveHeader(format: format, dataBytes: 0).bytes)
    }

    deinit { finish() }

    /// Writes interleaved 16-bit samples in the processor's byte order.
    func append(_ samples: ArraySlice<Int16>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        guard dataBytes + bytes.count <= WaveHeader.maximumDataBytes else {
            return file.fail("a WAV file cannot be longer than 4 GB")
        }
        dataBytes += bytes.count
        guard dataBytes - statedBytes >= 2 * format.channelCount * format.sampleRate * Self.headerInterval else {
            return file.append(bytes)
        }
        statedBytes = dataBytes
        file.append(bytes, patch: (0, WaveHeader(format: format, dataBytes: dataBytes).bytes))
    }

    /// Once all appended samples are written, writes their length into the header and closes the file.
    func finish() { file.finish(header: WaveHeader(format: format, dataBytes: dataBytes).bytes) }
}

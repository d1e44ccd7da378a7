import RadioLoop

/// A WAV file that is being written.
final class WaveFile {
    let format: PCMFormat
    /// The underlying file.
    let file: SoundFile
    private var dataBytes = 0

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
        file.append(bytes)
    }

    /// Once all appended samples are written, writes their length into the header and closes the file.
    func finish() { file.finish(header: WaveHeader(format: format, dataBytes: dataBytes).bytes) }
}

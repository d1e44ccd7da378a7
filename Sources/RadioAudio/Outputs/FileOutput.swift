import RadioLoop

/// Writes a WAV file with 16-bit PCM, which every player can read. Samples are rounded and clipped.
///
/// Without `isFast`, the file contains what would have been heard at a sound server with the same buffer, without
/// flushed sound and without the silence of a pause or stall. With `isFast` the output takes sound as fast as the
/// client supplies it and the disk allows.
package final class FileOutput: PacedOutput {
    private let makeFile: (PCMFormat) throws(SoundFile.Failure) -> WaveFile
    private var file: WaveFile?
    /// Samples in the simulated queue, which go to the file when they leave the queue.
    private var pending: [Int16] = []

    init(
        loop: EventLoop, format: PCMFormat, configuration: OutputConfiguration, path: String, isFast: Bool,
        makeFile: @escaping (PCMFormat) throws(SoundFile.Failure) -> WaveFile
    ) {
        self.makeFile = makeFile
        super.init(loop: loop, format: format, configuration: configuration, deviceName: path, isInstant: isFast)
    }

    override func prepare() throws(AudioOutputError) {
        let file: WaveFile
        do throws(SoundFile.Failure) {
            file = try makeFile(format)
        } catch {
            throw error.outputError
        }
        file.file.onError = { [weak self] in self?.fail($0.outputError) }
        file.file.onWritten = { [weak self] in self?.storeHasRoom() }
        self.file = file
    }

    override func accept(_ samples: UnsafeBufferPointer<Float>) {
        pending.reserveCapacity(pending.count + samples.count)
        for sample in samples {
            // NaN is unequal to itself and becomes silence.
            let scaled = (sample * 32768).rounded()
            pending.append(scaled >= 32767 ? 32767 : scaled <= -32768 ? -32768 : scaled == scaled ? Int16(scaled) : 0)
        }
    }

    override func store(_ frames: Int) {
        let count = min(frames * format.channelCount, pending.count)
        file?.append(pending[..<count])
        pending.removeFirst(count)
    }

    override func forget() { pending.removeAll(keepingCapacity: true) }

    override func forget(last frames: Int) {
        pending.removeLast(min(frames * format.channelCount, pending.count))
    }

    override var canStoreMore: Bool { file?.file.hasRoom ?? false }

    override func whenStored(_ body: @escaping () -> Void) {
        if let file { file.file.whenWritten(body) } else { body() }
    }

    override func finish() {
        file?.file.onError = nil
        file?.file.onWritten = nil
        file = nil
        pending = []
    }
}

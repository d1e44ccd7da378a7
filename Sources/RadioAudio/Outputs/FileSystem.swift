import RadioLoop

/// Creates ``FileOutput``s. All sound goes to one WAV file as long as its format stays the same.
///
/// A new format (another rate or number of channels), or a second output at the same time, gets a file of its own:
/// `NAME.wav`, then `NAME-2.wav`, `NAME-3.wav` … Nothing is resampled.
///
/// Unless existing files are replaced, the output fails if the first file exists. For later files, the numbers of
/// existing files are skipped.
package final class FileSystem: AudioOutputSystem {
    package var onEvent: ((AudioSystemEvent) -> Void)?
    private let loop: EventLoop
    private let worker: BlockingWorker
    private let path: String
    private let isFast: Bool
    private let overwrites: Bool
    private var file: WaveFile?
    private var fileCount = 0
    /// Highest number N for which the name `NAME-N.wav` is tried.
    private static let maximumNumber = 10_000

    /// - Parameters:
    ///   - loop: the loop on which the files are written.
    ///   - path: the path of the first file.
    ///   - isFast: whether sound is written as fast as it arrives instead of in real time.
    ///   - overwrites: whether existing files are replaced.
    package init(loop: EventLoop, path: String, isFast: Bool = false, overwrites: Bool = false) {
        self.loop = loop
        self.path = path
        self.isFast = isFast
        self.overwrites = overwrites
        worker = BlockingWorker(loop: loop)
    }

    package func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput {
        FileOutput(
            loop: loop, format: format, configuration: configuration, path: path, isFast: isFast
        ) { [weak self] format throws(SoundFile.Failure) in
            guard let self else { throw SoundFile.Failure(path: "", text: "closed") }
            return try self.file(for: format)
        }
    }

    /// Does nothing, because there is no server.
    package func warmUp() {}

    package var mixes: Bool { false }

    /// Finishes the file and returns once all sound is in it.
    ///
    /// The call blocks until then; make it at the end of a program.
    package func shutDown() {
        guard let file else { return }
        self.file = nil
        file.finish()
        worker.waitUntilDone()
    }

    /// Returns the current file if it has this format and no output uses it; otherwise a new one.
    private func file(for format: PCMFormat) throws(SoundFile.Failure) -> WaveFile {
        if let file, file.format == format, file.file.onError == nil { return file }
        let new = try newFile(format)
        // The old file is finished, unless an output still writes to it.
        if let old = file, old.file.onError == nil { old.finish() }
        file = new
        return new
    }

    /// Creates the next file. Skips the names of existing files, unless it is the first file; then throws if the file
    /// exists.
    private func newFile(_ format: PCMFormat) throws(SoundFile.Failure) -> WaveFile {
        while true {
            do throws(SoundFile.Failure) {
                return try WaveFile(path: nextPath(), format: format, worker: worker, overwrites: overwrites)
            } catch {
                guard error.isInTheWay, fileCount > 1, fileCount < Self.maximumNumber else {
                    fileCount -= 1
                    throw error
                }
            }
        }
    }

    private func nextPath() -> String {
        fileCount += 1
        guard fileCount > 1 else { return path }
        let hasSuffix = path.lowercased().hasSuffix(".wav")
        let stem = hasSuffix ? String(path.dropLast(4)) : path
        return "\(stem)-\(fileCount)\(hasSuffix ? path.suffix(4) : "")"
    }
}

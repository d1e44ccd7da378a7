import Glibc
import RadioLoop

/// One WAV file that is being written, on the disk worker. It belongs to the loop's thread; the worker sees only its descriptor.
final class WaveFile {
    let format: PCMFormat
    let path: String
    /// Called once, on the loop, when the disk refuses; nothing is written after that.
    var onError: ((String) -> Void)?
    /// Called on the loop whenever a piece has been written.
    var onWritten: (() -> Void)?

    private let worker: BlockingWorker
    private let descriptor: Int32
    private var dataBytes = 0
    private(set) var piecesUnderWay = 0
    private var hasFailed = false
    private var isFinished = false

    /// Pieces that may wait for the disk.
    static let maximumPieces = 16

    struct OpenError: Error {
        var path: String
        var text: String
        /// A file is there, and was not to be replaced.
        var isInTheWay = false
    }

    /// - Parameter overwrites: whether a file that is there is replaced. A pipe or a device is written to in any case.
    init(path: String, format: PCMFormat, worker: BlockingWorker, overwrites: Bool) throws(OpenError) {
        self.path = path
        self.format = format
        self.worker = worker
        var status = stat()
        let isFile = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        let refuses = isFile && !overwrites ? O_EXCL : 0
        descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | refuses, 0o644)
        guard descriptor >= 0 else {
            let code = errno
            throw OpenError(path: path, text: String(cString: strerror(code)), isInTheWay: code == EEXIST)
        }
        append(WaveHeader(format: format, dataBytes: 0).bytes, isData: false)
    }

    deinit { finish() }

    var hasRoom: Bool { piecesUnderWay < Self.maximumPieces }

    /// Writes interleaved 16-bit samples in the machine's byte order.
    func append(_ samples: ArraySlice<Int16>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        append(bytes, isData: true)
    }

    private func append(_ bytes: [UInt8], isData: Bool) {
        guard !hasFailed, !isFinished else { return }
        if isData {
            guard dataBytes + bytes.count <= WaveHeader.maximumDataBytes else {
                return failed("\(path): a WAV file cannot be longer than 4 GB")
            }
            dataBytes += bytes.count
        }
        piecesUnderWay += 1
        let descriptor = descriptor
        let isQueued = worker.run({ Self.write(descriptor, bytes) }) { [weak self] code in self?.wrote(code) }
        if !isQueued { failed("\(path): the disk is too slow") }
    }

    /// Calls `body` on the loop when all that was appended is written.
    func whenWritten(_ body: @escaping () -> Void) {
        if !worker.run({ 0 }, then: { (_: Int) in body() }) { body() }
    }

    /// Puts the length into the header and closes the file, after all that was appended.
    func finish() {
        guard !isFinished else { return }
        isFinished = true
        let (descriptor, header) = (descriptor, WaveHeader(format: format, dataBytes: dataBytes).bytes)
        let close = { @Sendable () -> Int32 in
            _ = pwrite(descriptor, header, header.count, 0)
            return Glibc.close(descriptor)
        }
        if !worker.run(close, then: { _ in }) { _ = close() }
    }

    private func wrote(_ code: Int32) {
        piecesUnderWay -= 1
        if code != 0 { return failed("\(path): \(String(cString: strerror(code)))") }
        onWritten?()
    }

    private func failed(_ text: String) {
        guard !hasFailed else { return }
        hasFailed = true
        onError?(text)
    }

    /// All of it; 0 or `errno`.
    private static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                done += count
            }
            return 0
        }
    }
}

import Glibc
import RadioLoop

/// A file that is written piece by piece on the disk's thread, in order. It belongs to the loop's thread; the worker sees
/// only its descriptor.
package final class SoundFile {
    /// Called once, on the loop, when the disk refuses; nothing is written after that.
    package var onError: ((String) -> Void)?
    /// Called on the loop whenever a piece has been written.
    package var onWritten: (() -> Void)?

    private let path: String
    private let worker: BlockingWorker
    private let descriptor: Int32
    private var piecesUnderWay = 0
    private var hasFailed = false
    private var isFinished = false

    /// Pieces that may wait for the disk.
    static let maximumPieces = 16

    package struct OpenError: Error {
        package var path: String
        package var text: String
        /// A file is there, and was not to be replaced.
        package var isInTheWay = false

        package var outputError: AudioOutputError { isInTheWay ? .fileExists(path) : .file("\(path): \(text)") }
    }

    /// - Parameter overwrites: whether a file that is there is replaced. A pipe or a device is written to in any case.
    package init(path: String, worker: BlockingWorker, overwrites: Bool) throws(OpenError) {
        self.path = path
        self.worker = worker
        var status = stat()
        let isFile = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        let refuses = isFile && !overwrites ? O_EXCL : 0
        descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | refuses, 0o644)
        guard descriptor >= 0 else {
            let code = errno
            throw OpenError(path: path, text: String(cString: strerror(code)), isInTheWay: code == EEXIST)
        }
    }

    deinit { finish() }

    package var hasRoom: Bool { piecesUnderWay < Self.maximumPieces }

    package func append(_ bytes: [UInt8]) {
        guard !hasFailed, !isFinished else { return }
        piecesUnderWay += 1
        let descriptor = descriptor
        let isQueued = worker.run({ Self.write(descriptor, bytes) }) { [weak self] code in self?.didWrite(code) }
        if !isQueued { fail("the disk is too slow") }
    }

    /// Calls `body` on the loop when all that was appended is written.
    package func whenWritten(_ body: @escaping () -> Void) {
        if !worker.run({ 0 }, then: { (_: Int) in body() }) { body() }
    }

    /// Closes the file after all that was appended.
    /// - Parameter header: takes the place of the file's first bytes.
    package func finish(header: [UInt8] = []) {
        guard !isFinished else { return }
        isFinished = true
        let descriptor = descriptor
        let close = { @Sendable () -> Int32 in
            _ = pwrite(descriptor, header, header.count, 0)
            return Glibc.close(descriptor)
        }
        if !worker.run(close, then: { _ in }) { _ = close() }
    }

    /// Nothing more is written.
    /// - Parameter text: why; the path stands before it.
    package func fail(_ text: String) {
        guard !hasFailed else { return }
        hasFailed = true
        onError?("\(path): \(text)")
    }

    private func didWrite(_ code: Int32) {
        piecesUnderWay -= 1
        if code != 0 { return fail(String(cString: strerror(code))) }
        onWritten?()
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

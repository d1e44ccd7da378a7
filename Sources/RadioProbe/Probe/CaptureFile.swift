import Glibc
import RadioLoop

/// Writes the bytes that a probe receives to a file.
///
/// A worker thread writes the file, so that the event loop does not wait for the disk.
package final class CaptureFile {
    /// The reason why the file cannot be created or written.
    package struct Failure: Error, Hashable, Sendable {
        /// The path of the file and the reason.
        package var text: String
    }

    package let path: String
    /// The number of bytes appended since the file was created, or since the last call of `restart()`.
    package private(set) var byteCount = 0

    private let worker: BlockingWorker
    /// The file's descriptor, which this object owns and closes.
    private let descriptor: Int32
    /// The bytes that are written next, after the file is emptied if ``isRestarting``.
    private var waiting: [UInt8] = []
    private var isRestarting = false
    private var isWriting = false
    private var failure: Failure?
    private var onEnd: ((Failure?) -> Void)?

    /// Creates the file, or empties an existing one.
    package init(path: String, worker: BlockingWorker) throws(Failure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        self.path = path
        self.worker = worker
        if descriptor < 0 { throw Failure(text: "\(path): \(String(cString: strerror(errno)))") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Empties the file, because a new response begins and only the last response is captured.
    func restart() {
        (byteCount, waiting, isRestarting) = (0, [], true)
        next()
    }

    /// Appends bytes.
    ///
    /// The caller limits their number by ``ProbeRequest/maximumBytes``.
    func append(_ bytes: [UInt8]) {
        byteCount += bytes.count
        waiting += bytes
        next()
    }

    /// Calls `completion` once all appended bytes are written, with nil, or with the reason why they cannot be written.
    package func finish(_ completion: @escaping (Failure?) -> Void) {
        onEnd = completion
        next()
    }

    private func next() {
        guard !isWriting else { return }
        guard failure == nil, isRestarting || !waiting.isEmpty else {
            onEnd.take()?(failure)
            return
        }
        let (bytes, isRestarting, descriptor, path) = (waiting, isRestarting, descriptor, path)
        (waiting, self.isRestarting) = ([], false)
        let owner = self  // Keeps the descriptor open while the worker writes.
        isWriting = worker.run(
            { Self.write(bytes, descriptor, path, isRestarting: isRestarting) }, then: { owner.done($0) })
        if !isWriting { done(Failure(text: "\(path): cannot start a thread")) }
    }

    private func done(_ failure: Failure?) {
        isWriting = false
        self.failure = self.failure ?? failure
        next()
    }

    /// Empties the file if `isRestarting`, and writes bytes. Called on the worker's thread.
    ///
    /// Returns the reason why writing failed, or nil.
    private static func write(_ bytes: [UInt8], _ descriptor: Int32, _ path: String, isRestarting: Bool) -> Failure? {
        // A pipe or /dev/null cannot be emptied. This counts as no failure: the new response then follows the old one.
        if isRestarting, ftruncate(descriptor, 0) == 0 { lseek(descriptor, 0, SEEK_SET) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return Failure(text: "\(path): \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}

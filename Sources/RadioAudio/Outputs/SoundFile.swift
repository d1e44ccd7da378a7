import Glibc
import RadioLoop

/// A file whose bytes are appended in pieces, which a background thread (the worker's) writes in order.
///
/// The object belongs to the loop's thread. The worker's thread uses only the file's descriptor.
package final class SoundFile {
    /// Called once, on the loop, when the disk reports an error. Nothing is written after that.
    package var onError: ((Failure) -> Void)?
    /// Called on the loop after each written piece.
    package var onWritten: (() -> Void)?

    /// Path of the file; nil until it is open.
    package private(set) var path: String?
    private let worker: BlockingWorker
    private let descriptor: Descriptor
    private var afterOpening: [(String) -> Void] = []
    private var piecesUnderWay = 0
    private var hasFailed = false
    private var isFinished = false

    /// Number of unwritten pieces from which ``hasRoom`` is false.
    static let maximumPieces = 16
    /// The code that takes the place of `errno` if the file was removed while it was written.
    private static let removed: Int32 = -1

    /// The reason why a file could not be opened or written.
    package struct Failure: Error {
        package var path: String
        package var text: String
        /// True if the file exists and must not be replaced.
        package var isInTheWay = false
        /// True if the file lost its name while it was written.
        package var isRemoved = false

        package var outputError: AudioOutputError { isInTheWay ? .fileExists(path) : .file("\(path): \(text)") }
    }

    /// The file's descriptor. Once it is passed to the worker's thread, only that thread uses it.
    private final class Descriptor: @unchecked Sendable {
        var number: Int32 = -1
        /// Path of the file; nil until it is open.
        var path: String?
        /// True once a piece could not be written completely.
        var isPart = false

        init() {}
        init(_ number: Int32, _ path: String) { (self.number, self.path) = (number, path) }
    }

    /// Opens the file at once. Blocks.
    /// - Parameter overwrites: whether an existing file is replaced. A pipe or device is always opened.
    package init(path: String, worker: BlockingWorker, overwrites: Bool) throws(Failure) {
        self.path = path
        self.worker = worker
        descriptor = Descriptor(try Self.open(path, overwrites: overwrites), path)
    }

    /// Opens the file on the worker's thread, under the first free name.
    /// - Parameters:
    ///   - overwrites: whether an existing file is replaced.
    ///   - folder: a folder that is created if needed.
    ///   - copies: the number of names to try.
    ///   - name: returns the path for each attempt. The attempts are numbered from 1.
    package init(
        worker: BlockingWorker, overwrites: Bool, folder: String? = nil, copies: Int = 1,
        name: @escaping @Sendable (_ copy: Int) -> String
    ) {
        self.worker = worker
        let descriptor = Descriptor()
        self.descriptor = descriptor
        worker.run(orElse: .failure(Failure(path: name(1), text: BlockingWorker.refusal))) {
            if let folder { Folder.make(folder) }
            var copy = 1
            while true {
                let path = name(copy)
                do throws(Failure) {
                    descriptor.number = try Self.open(path, overwrites: overwrites)
                    descriptor.path = path
                    return .success(path)
                } catch {
                    guard error.isInTheWay, copy < copies else { return .failure(error) }
                    copy += 1
                }
            }
        } then: { (result: Result<String, Failure>) in
            // This closure keeps the `SoundFile` alive until the file is open, so that ``whenOpened(_:)`` calls its
            // closures even if nothing else refers to the object.
            self.didOpen(result)
        }
    }

    /// Opens a file for writing and returns its descriptor.
    private static func open(_ path: String, overwrites: Bool) throws(Failure) -> Int32 {
        var status = stat()
        let isFile = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        let refuses = isFile && !overwrites ? O_EXCL : 0
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | refuses, 0o644)
        guard descriptor >= 0 else {
            let code = errno
            throw Failure(path: path, text: String(cString: strerror(code)), isInTheWay: code == EEXIST)
        }
        return descriptor
    }

    private func didOpen(_ result: Result<String, Failure>) {
        switch result {
        case .success(let path):
            self.path = path
            for body in afterOpening { body(path) }
            afterOpening = []
        case .failure(let error): fail(error)
        }
    }

    /// Calls `body` on the loop with the path: at once if the file is open, otherwise when it has been opened.
    package func whenOpened(_ body: @escaping (String) -> Void) {
        if let path { body(path) } else { afterOpening.append(body) }
    }

    deinit { finish() }

    package var hasRoom: Bool { piecesUnderWay < Self.maximumPieces }

    /// Writes a piece on the worker's thread, after the previous pieces.
    /// - Parameter patch: bytes that then replace earlier ones, and their offset in the file.
    package func append(_ bytes: [UInt8], patch: (offset: Int, bytes: [UInt8])? = nil) {
        guard !hasFailed, !isFinished else { return }
        piecesUnderWay += 1
        let descriptor = descriptor
        let isQueued = worker.run {
            let code = Self.write(descriptor.number, bytes)
            if code != 0 { descriptor.isPart = true }
            if code == 0, let patch {
                _ = pwrite(descriptor.number, patch.bytes, patch.bytes.count, off_t(patch.offset))
            }
            return code == 0 && Self.isRemoved(descriptor.number) ? Self.removed : code
        } then: { [weak self] code in
            self?.didWrite(code)
        }
        if !isQueued { fail("the disk is too slow") }
    }

    /// Calls `body` on the loop once all appended pieces are written.
    package func whenWritten(_ body: @escaping () -> Void) {
        if !worker.run({ 0 }, then: { (_: Int) in body() }) { body() }
    }

    /// Closes the file once all appended pieces are written.
    /// - Parameters:
    ///   - header: bytes that replace the first bytes of the file before it is closed.
    ///   - keepsPart: whether an incompletely written file is kept.
    ///   - rename: returns another path for the complete file, from its path and the number of the attempt, counted
    ///     from 1. An existing file is never replaced.
    ///   - completion: called on the loop with the path of the file, or with the reason why there is none.
    package func finish(
        header: [UInt8] = [], keepsPart: Bool = true,
        rename: (@Sendable (_ path: String, _ copy: Int) -> String)? = nil,
        then completion: @escaping (Result<String, Failure>) -> Void = { _ in }
    ) {
        guard !isFinished else { return }
        isFinished = true
        let descriptor = descriptor
        let close = { @Sendable () -> Result<String, Failure> in
            guard descriptor.number >= 0, let path = descriptor.path else {
                return .failure(Failure(path: descriptor.path ?? "", text: "not opened"))
            }
            _ = pwrite(descriptor.number, header, header.count, 0)
            if descriptor.isPart, !keepsPart { unlink(path) }
            let isRemoved = Self.isRemoved(descriptor.number)
            Glibc.close(descriptor.number)
            if isRemoved { return .failure(Self.failure(Self.removed, path)) }
            return .success(rename.flatMap { Self.rename(path, $0) } ?? path)
        }
        if !worker.run(close, then: completion) { completion(close()) }
    }

    /// The number of paths that are tried for a file that is renamed.
    private static let maximumNames = 100

    /// Renames a file. Returns its new path, or nil if it keeps its old one.
    private static func rename(_ path: String, _ name: (_ path: String, _ copy: Int) -> String) -> String? {
        for copy in 1...maximumNames {
            let new = name(path, copy)
            switch Folder.rename(path, to: new) {
            case 0: return new
            case EEXIST: continue
            case _: return nil
            }
        }
        return nil
    }

    /// Returns true if the open file has no name any more. A pipe or device counts as having one.
    private static func isRemoved(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 0
    }

    private static func failure(_ code: Int32, _ path: String) -> Failure {
        code == removed
            ? Failure(path: path, text: "the file was removed while it was written", isRemoved: true)
            : Failure(path: path, text: String(cString: strerror(code)))
    }

    /// Marks the file as failed. Nothing more is written.
    package func fail(_ text: String) { fail(Failure(path: path ?? "", text: text)) }

    private func fail(_ error: Failure) {
        guard !hasFailed else { return }
        hasFailed = true
        afterOpening = []
        onError?(error)
    }

    private func didWrite(_ code: Int32) {
        piecesUnderWay -= 1
        if code != 0 { return fail(Self.failure(code, path ?? "")) }
        onWritten?()
    }

    /// Writes all bytes. Returns 0 or `errno`.
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

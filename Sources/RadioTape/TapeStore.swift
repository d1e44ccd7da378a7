import Glibc
import RadioLoop

/// Stores the bytes of a ``Tape``'s slots: in a file without a name, which a background thread reads and writes, or in
/// memory.
final class TapeStore {
    /// Where the bytes of the slots are.
    private enum Place {
        case memory([Int: [UInt8]])
        case file(Int32)
        /// The bytes are lost, because the disk failed.
        case lost
    }

    /// The largest number of slots that may wait for the disk: 2 MiB in total.
    static let maximumWaiting = 32

    /// Whether the disk has less room than must stay free.
    private(set) var isDiskLow = false
    private let worker: BlockingWorker
    private let minimumFree: Int64
    private var place: Place
    /// The bytes that are not written to the disk yet, by slot, with the number of the write.
    private var underWay: [Int: (write: Int, bytes: [UInt8])] = [:]
    private var lastWrite = 0
    private let onFailure: (String) -> Void

    /// Creates a store that keeps the slots in memory.
    init(worker: BlockingWorker) {
        self.worker = worker
        minimumFree = 0
        place = .memory([:])
        onFailure = { _ in }
    }

    /// Creates a store that keeps the slots in a file.
    /// - Parameters:
    ///   - descriptor: a file that is open for reading and writing. The store closes it.
    ///   - minimumFree: the number of bytes that must stay free on the disk.
    ///   - onFailure: called on the loop, at most once, when the disk fails. From then on, the store is empty and
    ///     ignores writes.
    init(
        worker: BlockingWorker, descriptor: Int32, minimumFree: Int64, onFailure: @escaping (String) -> Void
    ) {
        self.worker = worker
        self.minimumFree = minimumFree
        self.onFailure = onFailure
        place = .file(descriptor)
    }

    deinit { closeFile() }

    /// Closes the file once all requested reads and writes are done.
    private func closeFile() {
        guard case .file(let descriptor) = place else { return }
        place = .lost
        if !worker.run({ close(descriptor) }, then: { (_: Int32) in }) { close(descriptor) }
    }

    /// Opens a file without a name in a folder, which is made if necessary. Blocks.
    /// - Parameter minimumFree: the number of bytes that must stay free on the disk.
    /// - Returns: the file's descriptor, or `-errno`.
    static func open(in folder: String, minimumFree: Int64 = 0) -> Int32 {
        Folder.make(folder)
        let path = "\(folder)/.tape-\(getpid())-\(UInt64.random(in: 0...(.max)))"
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return -errno }
        unlink(path)
        guard isLow(descriptor, minimumFree) else { return descriptor }
        close(descriptor)
        return -ENOSPC
    }

    // MARK: Writing

    var isWriting: Bool { !underWay.isEmpty }

    func write(_ bytes: [UInt8], to slots: [Int]) {
        for (index, slot) in slots.enumerated() {
            let start = index * TapeIndex.slotSize
            write(Array(bytes[start..<min(start + TapeIndex.slotSize, bytes.count)]), to: slot)
        }
    }

    /// Calls `body` on the loop once everything is written, with the file's descriptor; nil if there is no file.
    func whenWritten(_ body: @escaping (Int32?) -> Void) {
        worker.run(orElse: false) {
            true
        } then: { [weak self] (isWritten: Bool) in
            if isWritten, case .file(let descriptor)? = self?.place { body(descriptor) } else { body(nil) }
        }
    }

    /// Writes a slot to memory or, on a disk thread, to the file.
    private func write(_ bytes: [UInt8], to slot: Int) {
        switch place {
        case .lost: return
        case .memory(var slots):
            place = .lost
            slots[slot] = bytes
            place = .memory(slots)
        case .file(let descriptor):
            lastWrite += 1
            let (number, minimumFree) = (lastWrite, minimumFree)
            underWay[slot] = (number, bytes)
            let isQueued =
                underWay.count <= Self.maximumWaiting
                && worker.run {
                    Self.write(bytes, descriptor, slot, minimumFree)
                } then: { [weak self] in
                    self?.didWrite(slot, number, $0)
                }
            if !isQueued { fail(BlockingWorker.refusal) }
        }
    }

    /// The result of writing a slot.
    private enum Written {
        case done(isDiskLow: Bool)
        case failed(Int32)
    }

    private static func write(_ bytes: [UInt8], _ descriptor: Int32, _ slot: Int, _ minimumFree: Int64) -> Written {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + done, bytes.count - done, off_t(slot * TapeIndex.slotSize + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return .failed(count < 0 ? errno : EIO) }
            done += count
        }
        return .done(isDiskLow: isLow(descriptor, minimumFree))
    }

    private static func isLow(_ descriptor: Int32, _ minimumFree: Int64) -> Bool {
        var disk = statvfs()
        guard fstatvfs(descriptor, &disk) == 0 else { return false }
        return disk.f_bavail < UInt64(minimumFree) / UInt64(max(disk.f_frsize, 1))
    }

    private func didWrite(_ slot: Int, _ number: Int, _ written: Written) {
        if underWay[slot]?.write == number { underWay[slot] = nil }
        switch written {
        case .done(let isDiskLow): self.isDiskLow = isDiskLow
        case .failed(let code): fail(String(cString: strerror(code)))
        }
    }

    private func fail(_ text: String) {
        guard case .file = place else { return }
        closeFile()
        underWay = [:]
        onFailure(text)
    }

    // MARK: Reading

    /// Reads the bytes of slots.
    ///
    /// - Parameter body: called on the loop, at once if nothing must be read from the disk. Its argument is nil if the
    ///   bytes are lost.
    func read(_ slots: [Int], byteCount: Int, _ body: @escaping ([UInt8]?) -> Void) {
        switch place {
        case .lost: body(nil)
        case .memory(let held): body(Self.joined(slots.map { held[$0] }, byteCount))
        case .file(let descriptor):
            let waiting = slots.map { underWay[$0]?.bytes }
            if let bytes = Self.joined(waiting, byteCount) { return body(bytes) }
            worker.run(orElse: nil) {
                Self.joined(zip(slots, waiting).map { $1 ?? Self.read(descriptor, $0) }, byteCount)
            } then: {
                body($0)
            }
        }
    }

    /// Joins the bytes of several slots into one array of `byteCount` bytes. Returns nil if the bytes of a slot are
    /// missing.
    private static func joined(_ pieces: [[UInt8]?], _ byteCount: Int) -> [UInt8]? {
        let whole = pieces.compactMap(\.self)
        guard whole.count == pieces.count else { return nil }
        let bytes = whole.count == 1 ? whole[0] : whole.flatMap(\.self)
        return bytes.count >= byteCount ? (bytes.count == byteCount ? bytes : Array(bytes[..<byteCount])) : nil
    }

    /// Returns the bytes of a slot, up to the file's end; nil if they cannot be read.
    private static func read(_ descriptor: Int32, _ slot: Int) -> [UInt8]? {
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: TapeIndex.slotSize) { buffer, count in
            while count < buffer.count {
                let got = pread(
                    descriptor, buffer.baseAddress! + count, buffer.count - count,
                    off_t(slot * TapeIndex.slotSize + count))
                if got < 0, errno == EINTR { continue }
                isRead = got >= 0
                guard got > 0 else { break }
                count += got
            }
        }
        return isRead ? bytes : nil
    }
}

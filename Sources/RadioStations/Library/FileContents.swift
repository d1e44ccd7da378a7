import Glibc
import RadioLoop

/// A whole file in memory, which is released piece by piece while the content is parsed. A large list and the values
/// parsed from it then need not be in memory together.
///
/// The memory is a copy, not a mapping: a file that becomes shorter while it is read does no harm.
final class FileContents {
    /// Initial capacity in bytes, for a file that grows while it is read and for files without a size.
    static let minimumCapacity = 64 << 10

    private var memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0
    /// Number of bytes at the beginning of the file whose memory was released.
    private var released = 0

    private static let page = Int(getpagesize())

    /// Reads a file. If the file has more than `maximum` bytes, reads its first `maximum` + 1 bytes.
    init(_ path: String, maximum: Int) throws(LocalFile.Failure) {
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        // Without `O_NONBLOCK`, opening a pipe would block until another process opens it for writing.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw LocalFile.Failure(code: errno) }
        defer { close(file) }
        var status = stat()
        let size = fstat(file, &status) == 0 ? Int(status.st_size) : 0
        // The buffer has room for one byte more than the file's size, so that the last read(2) can return 0 and show
        // the end of the file.
        try grow(to: min(max(size + 1, Self.minimumCapacity), maximum + 1))
        while count <= maximum {
            if count == memory.count { try grow(to: min(2 * count, maximum + 1)) }
            let length = read(file, memory.baseAddress! + count, memory.count - count)
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw LocalFile.Failure(code: errno) }
            guard length > 0 else { break }
            count += length
        }
    }

    deinit { if let start = memory.baseAddress { munmap(start, memory.count) } }

    private func grow(to capacity: Int) throws(LocalFile.Failure) {
        guard let new = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            new != MAP_FAILED
        else { throw LocalFile.Failure(code: errno) }
        let larger = UnsafeMutableRawBufferPointer(start: new, count: capacity)
        if let start = memory.baseAddress {
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
            munmap(start, memory.count)
        }
        memory = larger
    }

    /// Calls `body` with the content, in which released bytes read as zero. The pointer is valid only during the call.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    /// Releases the memory of the bytes before offset `place`. The caller must not need these bytes any more.
    func release(upTo place: Int) {
        let end = min(place, count) / Self.page * Self.page
        guard end > released, let start = memory.baseAddress else { return }
        madvise(start + released, end - released, MADV_DONTNEED)
        released = end
    }
}

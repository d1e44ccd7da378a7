import Glibc

/// A file that was read whole, in memory of its own, which can be given back piece by piece while it is looked through: what is
/// made of a large list and the list itself need not be there at once.
///
/// It is a copy and no mapping of the file: a file that becomes shorter while it is read kills nobody.
final class FileContents {
    /// For a file that grows while it is read, and for what has no size.
    static let minimumCapacity = 64 << 10

    private var memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0
    private var released = 0

    private static let page = Int(getpagesize())

    /// Reads a file, or its beginning where it has more than `maximum` bytes: one byte more then.
    init(_ path: String, maximum: Int) throws(LocalFile.Failure) {
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        // A pipe without a writer must not hang the player.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw LocalFile.Failure(code: errno) }
        defer { close(file) }
        var status = stat()
        let size = fstat(file, &status) == 0 ? Int(status.st_size) : 0
        // Behind its end there is room to see that it is the end.
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

    /// What was read; zeros where it was released. Valid as long as this lives.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    /// Gives back what lies before a place: it is not looked at again.
    func release(upTo place: Int) {
        let end = min(place, count) / Self.page * Self.page
        guard end > released, let start = memory.baseAddress else { return }
        madvise(start + released, end - released, MADV_DONTNEED)
        released = end
    }
}

/// A ring buffer that never splits a packet at the ring's end.
///
/// Offsets only increase. The ring's size is a power of two that only grows. The owner limits the size with
/// ``room(for:)``.
struct PacketBytes {
    private let storage: Storage
    /// The offset of the oldest stored byte. ``tail`` is the offset after the newest one.
    private var head: Int64 = 0
    private var tail: Int64 = 0

    /// Owns the ring's memory.
    private final class Storage {
        var base: UnsafeMutableRawPointer
        var capacity: Int

        init(capacity: Int) {
            base = .allocate(byteCount: capacity, alignment: 16)
            self.capacity = capacity
        }

        deinit { base.deallocate() }
    }

    private static let firstCapacity = 64 * 1024

    init() { storage = Storage(capacity: Self.firstCapacity) }

    /// The number of allocated bytes.
    var capacity: Int { storage.capacity }

    /// The number of bytes from the oldest to the newest stored byte, including unused gaps.
    var count: Int { Int(tail - head) }

    func distance(from offset: Int64) -> Int { Int(tail - offset) }

    func view(_ offset: Int64, _ length: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: storage.base + Int(offset % Int64(storage.capacity)), count: length)
    }

    /// Returns the value that ``count`` would have after `length` bytes were appended.
    ///
    /// If the bytes do not fit before the ring's end, they go to its beginning, and a gap before the end stays unused.
    func room(for length: Int) -> Int { head == tail ? length : Int(place(length) - head) + length }

    /// Copies the bytes into the ring and returns their offset.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        if head == tail {
            // The ring is empty, so a gap before its end need not be counted.
            tail = place(bytes.count)
            head = tail
        }
        var offset = place(bytes.count)
        while offset + Int64(bytes.count) - head > Int64(storage.capacity) {
            grow(bytes.count)
            offset = place(bytes.count)
        }
        tail = offset + Int64(bytes.count)
        if let source = bytes.baseAddress {
            (storage.base + Int(offset % Int64(storage.capacity))).copyMemory(from: source, byteCount: bytes.count)
        }
        return offset
    }

    mutating func keep(from offset: Int64) { head = offset }

    mutating func removeAll() { head = tail }

    /// Returns the first offset at or after the tail where `length` bytes fit without crossing the ring's end.
    private func place(_ length: Int) -> Int64 {
        let position = Int(tail % Int64(storage.capacity))
        return position + length <= storage.capacity ? tail : tail + Int64(storage.capacity - position)
    }

    /// Moves the bytes to larger storage.
    ///
    /// Offsets must stay valid, so each byte moves to its offset modulo the new capacity. Both capacities are powers of
    /// two, so no packet is split.
    private mutating func grow(_ length: Int) {
        var capacity = storage.capacity * 2
        while capacity < length * 2 { capacity *= 2 }
        let larger = Storage(capacity: capacity)
        var offset = head
        while offset < tail {
            let from = Int(offset % Int64(storage.capacity))
            let run = min(storage.capacity - from, Int(tail - offset))
            (larger.base + Int(offset % Int64(capacity))).copyMemory(from: storage.base + from, byteCount: run)
            offset += Int64(run)
        }
        swap(&storage.base, &larger.base)
        swap(&storage.capacity, &larger.capacity)
    }
}

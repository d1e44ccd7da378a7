/// A ring of bytes in which every packet lies in one piece. Offsets go on for ever. It grows in powers of two to hold
/// what it is given; its owner bounds that by ``room(for:)``.
struct PacketBytes {
    private let storage: Storage
    /// Offset of the first byte held and after the last.
    private var head: Int64 = 0
    private var tail: Int64 = 0

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

    /// Bytes allocated.
    var capacity: Int { storage.capacity }

    /// Bytes between the first and the last held, gaps included.
    var count: Int { Int(tail - head) }

    func distance(from offset: Int64) -> Int { Int(tail - offset) }

    func view(_ offset: Int64, _ length: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: storage.base + Int(offset % Int64(storage.capacity)), count: length)
    }

    /// What ``count`` will be with `length` bytes more: where they do not fit before the ring's end, that room is lost.
    func room(for length: Int) -> Int { head == tail ? length : Int(place(length) - head) + length }

    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        if head == tail {
            // Nothing is held: no room is lost for it.
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

    /// Where `length` bytes fit in one piece, at or after the tail.
    private func place(_ length: Int) -> Int64 {
        let position = Int(tail % Int64(storage.capacity))
        return position + length <= storage.capacity ? tail : tail + Int64(storage.capacity - position)
    }

    /// Moves to larger storage. Offsets must stay, so each byte goes to its place modulo the new capacity; as both
    /// capacities are powers of two, a packet that lay in one piece does so again.
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

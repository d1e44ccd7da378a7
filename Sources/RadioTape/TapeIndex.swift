/// Where a ``Tape`` stores its blocks. Pure.
///
/// A block is stored in one or several slots. All slots have the same size, so that a new block can use the slots of an
/// old one.
struct TapeIndex {
    /// The size of a slot in bytes.
    static let slotSize = 64 << 10

    /// The packets and times of a block, and the slots in which it is stored.
    struct Entry: Sendable {
        /// The numbers of the block's packets.
        var packets: Range<Int64>
        /// When the block begins, in flicks on the timeline.
        var start: Int64
        /// When the block ends, in flicks on the timeline.
        var end: Int64
        var byteCount: Int
        /// The slots that contain the block's bytes, in order.
        var slots: [Int]
    }

    /// Whether slots may be used that were never used before. The file becomes longer with each of them.
    var mayGrow = true
    /// Whether slots ran out while ``mayGrow`` was false: a block could not be stored, or older blocks had to be
    /// dropped for it.
    private(set) var lacksRoom = false
    private let maximumSlots: Int
    private let maximumDuration: Int64
    /// The blocks in order of their packets. Entries before the index ``firstEntry`` are dropped blocks. There are no
    /// gaps between their packets.
    private var entries: [Entry] = []
    private var firstEntry = 0
    private var freeSlots: [Int] = []
    /// The number of slots that were ever used.
    private(set) var slotCount = 0
    /// The size of all slots that were ever used.
    var byteCount: Int { slotCount * Self.slotSize }

    /// - Parameters:
    ///   - maximumBytes: the greatest size of all blocks.
    ///   - maximumDuration: the longest duration of the sound that is kept, in flicks.
    init(maximumBytes: Int, maximumDuration: Int64) {
        maximumSlots = max(maximumBytes / Self.slotSize, 1)
        self.maximumDuration = maximumDuration
    }

    private var held: ArraySlice<Entry> { entries[firstEntry...] }
    var count: Int { entries.count - firstEntry }
    var first: Entry? { held.first }
    var last: Entry? { held.last }
    var all: [Entry] { Array(held) }

    /// Reserves slots for a block. Drops the oldest blocks if there are not enough other slots, or if the sound would
    /// be longer than allowed.
    ///
    /// - Returns: the block's entry; nil if there are not enough slots even without all older blocks.
    mutating func add(_ block: TapeBlock) -> Entry? {
        let needed = (block.bytes.count + Self.slotSize - 1) / Self.slotSize
        guard needed > 0, needed <= maximumSlots else { return nil }
        while let first, block.end - first.end > maximumDuration { drop(first) }
        while freeSlots.count + (mayGrow ? maximumSlots - slotCount : 0) < needed {
            lacksRoom = !mayGrow
            guard let first else { return nil }
            drop(first)
        }
        let slots = (0..<needed).map { _ in
            if let free = freeSlots.popLast() { return free }
            slotCount += 1
            return slotCount - 1
        }
        let entry = Entry(
            packets: block.packets, start: block.start, end: block.end, byteCount: block.bytes.count, slots: slots)
        entries.append(entry)
        return entry
    }

    /// Takes over the blocks of a tape that another process has written.
    mutating func take(_ blocks: [Entry]) {
        (entries, firstEntry) = (blocks, 0)
        let used = Set(blocks.flatMap(\.slots))
        slotCount = (used.max() ?? -1) + 1
        freeSlots = (0..<slotCount).filter { !used.contains($0) }
    }

    private mutating func drop(_ entry: Entry) {
        freeSlots += entry.slots
        firstEntry += 1
        guard firstEntry > 64, firstEntry > entries.count / 2 else { return }
        entries.removeFirst(firstEntry)
        firstEntry = 0
    }

    /// Drops the blocks that begin before a packet.
    mutating func removeAll(before number: Int64) {
        while let first, first.packets.lowerBound < number { drop(first) }
    }

    /// Returns the block that contains a packet.
    func entry(ofPacket number: Int64) -> Entry? {
        find { $0.packets.upperBound <= number }.flatMap { $0.packets.contains(number) ? $0 : nil }
    }

    /// Returns the block whose sound includes `time` (in flicks on the timeline), otherwise the next block.
    func entry(at time: Int64) -> Entry? { find { $0.end <= time } }

    /// Returns the first entry for which `isBefore` is false.
    private func find(_ isBefore: (Entry) -> Bool) -> Entry? {
        var (low, high) = (firstEntry, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low < entries.count ? entries[low] : nil
    }
}

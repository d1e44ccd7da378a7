/// Where the blocks of a ``Tape`` lie: in slots of one size, so that the room of an old block is a new one's. Pure.
struct TapeIndex {
    /// Bytes of a slot.
    static let slotSize = 64 << 10

    struct Entry: Sendable {
        /// Numbers of its packets.
        var packets: Range<Int64>
        /// In flicks on the timeline.
        var start: Int64
        var end: Int64
        var byteCount: Int
        /// In their order.
        var slots: [Int]
    }

    /// Whether more room is taken than there is already.
    var mayGrow = true
    /// A block found no room, or in place of an older one only, because no more may be taken.
    private(set) var lacksRoom = false
    private let maximumSlots: Int
    private let maximumDuration: Int64
    /// Without holes between their packets, the oldest first, from ``firstEntry`` on.
    private var entries: [Entry] = []
    private var firstEntry = 0
    private var freeSlots: [Int] = []
    /// Slots that were ever used.
    private(set) var slotCount = 0
    /// What the slots take.
    var byteCount: Int { slotCount * Self.slotSize }

    /// - Parameters:
    ///   - maximumBytes: what all blocks take at most.
    ///   - maximumDuration: sound that is kept at most, in flicks.
    init(maximumBytes: Int, maximumDuration: Int64) {
        maximumSlots = max(maximumBytes / Self.slotSize, 1)
        self.maximumDuration = maximumDuration
    }

    private var held: ArraySlice<Entry> { entries[firstEntry...] }
    var count: Int { entries.count - firstEntry }
    var first: Entry? { held.first }
    var last: Entry? { held.last }

    /// Finds room for a block, where the oldest ones go if there is no other.
    /// - Returns: nil where there never is as much.
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

    private mutating func drop(_ entry: Entry) {
        freeSlots += entry.slots
        firstEntry += 1
        guard firstEntry > 64, firstEntry > entries.count / 2 else { return }
        entries.removeFirst(firstEntry)
        firstEntry = 0
    }

    /// Blocks that begin before a packet are forgotten.
    mutating func removeAll(before number: Int64) {
        while let first, first.packets.lowerBound < number { drop(first) }
    }

    /// The block that holds a packet.
    func entry(ofPacket number: Int64) -> Entry? {
        find { $0.packets.upperBound <= number }.flatMap { $0.packets.contains(number) ? $0 : nil }
    }

    /// The block that holds a moment, or the next one after it.
    func entry(at time: Int64) -> Entry? { find { $0.end <= time } }

    /// The first entry that is not before.
    private func find(_ isBefore: (Entry) -> Bool) -> Entry? {
        var (low, high) = (firstEntry, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low < entries.count ? entries[low] : nil
    }
}

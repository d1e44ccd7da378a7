import RadioFormats

/// The time of one packet in a ``Timeline``, the offset of its bytes, and its other properties.
struct PacketRecord {
    /// The packet's beginning on the timeline, in flicks.
    var start: Int64
    var duration: Int64
    /// The offset of the packet's bytes in ``PacketBytes``.
    var offset: Int64
    var length: Int32
    var sampleCount: Int32
    var lead: Int32
    var tail: Int16
    var isDiscontinuous: Bool
    var isAfterGap: Bool
    var startsAnew: Bool
}

/// A growing ring buffer of the records of successive packets. A record has the number of its packet.
struct PacketRecords {
    /// The number of the oldest record.
    private(set) var first: Int64
    private(set) var count = 0
    private var slots: [PacketRecord] = []

    init(first: Int64 = 0) { self.first = first }

    subscript(number: Int64) -> PacketRecord {
        get { slots[Int(number) & (slots.count - 1)] }
        set { slots[Int(number) & (slots.count - 1)] = newValue }
    }

    mutating func append(_ record: PacketRecord) {
        if count == slots.count { grow() }
        slots[Int(first + Int64(count)) & (slots.count - 1)] = record
        count += 1
    }

    mutating func removeFirst(_ number: Int) {
        first += Int64(number)
        count -= number
    }

    private mutating func grow() {
        let empty = PacketRecord(
            start: 0, duration: 0, offset: 0, length: 0, sampleCount: 0, lead: 0, tail: 0, isDiscontinuous: false,
            isAfterGap: false, startsAnew: false)
        var larger = [PacketRecord](repeating: empty, count: max(64, slots.count * 2))
        for number in first..<first + Int64(count) { larger[Int(number) & (larger.count - 1)] = self[number] }
        slots = larger
    }
}

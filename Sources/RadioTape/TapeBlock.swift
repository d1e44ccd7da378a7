import RadioFormats
import RadioStreams

/// Consecutive packets of a timeline, in the form that a ``Tape`` keeps. Pure.
struct TapeBlock: Sendable {
    /// The number of the first packet.
    let first: Int64
    /// When the first packet begins, in flicks on the timeline.
    let start: Int64
    /// When the last packet ends, in flicks on the timeline.
    private(set) var end: Int64
    private(set) var count = 0
    private(set) var bytes: [UInt8] = []

    /// The numbers of the packets.
    var packets: Range<Int64> { first..<first + Int64(count) }

    init(first: Int64, start: Int64) {
        self.first = first
        self.start = start
        end = start
        withUnsafeBytes(of: Origin(number: first, start: start)) { bytes.append(contentsOf: $0) }
    }

    // MARK: Layout of the bytes

    /// The fields at the beginning of a block's bytes.
    private struct Origin: BitwiseCopyable {
        var number: Int64
        var start: Int64
    }

    /// The fields before each packet: its length and its flags.
    private struct Head: BitwiseCopyable {
        private var word: UInt32

        init(_ packet: Timeline.HeldPacket, hasTraits: Bool) {
            word =
                UInt32(packet.bytes.count) << 4 | (packet.isDiscontinuous ? 1 : 0) | (packet.startsAnew ? 2 : 0)
                | (hasTraits ? 4 : 0) | (packet.isAfterGap ? 8 : 0)
        }

        var length: Int { Int(word >> 4) }
        var isDiscontinuous: Bool { word & 1 != 0 }
        var startsAnew: Bool { word & 2 != 0 }
        /// Whether the packet's ``Traits`` follow this head.
        var hasTraits: Bool { word & 4 != 0 }
        var isAfterGap: Bool { word & 8 != 0 }
    }

    /// The properties that consecutive packets usually share. A block contains them only where they change.
    private struct Traits: BitwiseCopyable, Hashable {
        var duration: Int64
        var sampleCount: Int32
        var lead: Int32
        /// The index of the packet's format in the tape's list of formats.
        var format: Int32
        var tail: Int32
    }

    /// The number of bytes that a block with one packet has in addition to the packet's bytes.
    static let overhead = MemoryLayout<Origin>.size + packetOverhead
    /// The largest number of bytes that a block stores for each packet in addition to the packet's bytes.
    static let packetOverhead = MemoryLayout<Head>.size + MemoryLayout<Traits>.size

    private var traits: Traits?

    // MARK: Writing

    /// Appends a packet.
    /// - Parameters:
    ///   - packet: a packet that begins where the previous packet ends.
    ///   - format: the index of the packet's format.
    mutating func append(_ packet: Timeline.HeldPacket, format: Int) {
        let new = Traits(
            duration: packet.duration, sampleCount: Int32(packet.sampleCount), lead: Int32(packet.lead),
            format: Int32(format), tail: Int32(packet.tail))
        let head = Head(packet, hasTraits: new != traits)
        withUnsafeBytes(of: head) { bytes.append(contentsOf: $0) }
        if head.hasTraits { withUnsafeBytes(of: new) { bytes.append(contentsOf: $0) } }
        traits = new
        bytes.append(contentsOf: packet.bytes)
        end += packet.duration
        count += 1
    }

    // MARK: Reading

    /// Reads the packets from a block's bytes.
    /// - Parameters:
    ///   - formats: the formats of the tape, to which the packets' indices refer.
    ///   - body: called with each packet and its number. The packet's bytes are valid during the call.
    /// - Returns: false if the bytes are damaged.
    static func read(
        _ bytes: [UInt8], formats: [MediaFormat], _ body: (Timeline.HeldPacket, _ number: Int64) -> Void
    ) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            guard let origin = take(Origin.self, from: &rest) else { return false }
            var (number, start) = (origin.number, origin.start)
            var traits: Traits?
            while !rest.isEmpty {
                guard let head = take(Head.self, from: &rest) else { return false }
                if head.hasTraits { traits = take(Traits.self, from: &rest) }
                guard let traits, head.length <= rest.count, formats.indices.contains(Int(traits.format)),
                    traits.sampleCount >= 0, traits.duration >= 0, traits.lead >= 0, traits.tail >= 0
                else { return false }
                body(
                    Timeline.HeldPacket(
                        bytes: UnsafeRawBufferPointer(rebasing: rest.prefix(head.length)),
                        sampleCount: Int(traits.sampleCount), lead: Int(traits.lead), tail: Int(traits.tail),
                        start: start, duration: traits.duration, format: formats[Int(traits.format)],
                        isDiscontinuous: head.isDiscontinuous, isAfterGap: head.isAfterGap,
                        startsAnew: head.startsAnew), number)
                rest = rest.dropFirst(head.length)
                number &+= 1
                start &+= traits.duration
            }
            return true
        }
    }

    /// Removes a value from the front of the bytes and returns it; nil if there are too few bytes.
    private static func take<Value: BitwiseCopyable>(
        _: Value.Type, from rest: inout Slice<UnsafeRawBufferPointer>
    ) -> Value? {
        guard rest.count >= MemoryLayout<Value>.size else { return nil }
        defer { rest = rest.dropFirst(MemoryLayout<Value>.size) }
        return UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: Value.self)
    }
}

import RadioFormats
import RadioStreams

/// Packets of a timeline, one behind the other, as they lie on a ``Tape``. Pure.
struct TapeBlock: Sendable {
    /// Number of its first packet.
    let first: Int64
    /// When that begins, in flicks on the timeline.
    let start: Int64
    /// When the last one ends.
    private(set) var end: Int64
    private(set) var count = 0
    private(set) var bytes: [UInt8] = []

    /// Numbers of its packets.
    var packets: Range<Int64> { first..<first + Int64(count) }

    init(first: Int64, start: Int64) {
        self.first = first
        self.start = start
        end = start
        withUnsafeBytes(of: Origin(number: first, start: start)) { bytes.append(contentsOf: $0) }
    }

    // MARK: What lies in the bytes

    /// Stands ahead of the first packet.
    private struct Origin: BitwiseCopyable {
        var number: Int64
        var start: Int64
    }

    /// Stands ahead of a packet: its length, and what is particular to it.
    private struct Head: BitwiseCopyable {
        private var word: UInt32

        init(length: Int, isDiscontinuous: Bool, startsAnew: Bool, hasTraits: Bool) {
            word = UInt32(length) << 3 | (isDiscontinuous ? 1 : 0) | (startsAnew ? 2 : 0) | (hasTraits ? 4 : 0)
        }

        var length: Int { Int(word >> 3) }
        var isDiscontinuous: Bool { word & 1 != 0 }
        var startsAnew: Bool { word & 2 != 0 }
        /// ``Traits`` follow.
        var hasTraits: Bool { word & 4 != 0 }
    }

    /// What packets of a stream usually have in common: written where it changes.
    private struct Traits: BitwiseCopyable, Hashable {
        var duration: Int64
        var sampleCount: Int32
        var lead: Int32
        /// Index in the tape's formats.
        var format: Int32
        var tail: Int32
    }

    /// Bytes of a block with one packet, beside the packet's own.
    static let overhead = MemoryLayout<Origin>.size + packetOverhead
    /// Bytes that a packet takes at most, beside its own.
    static let packetOverhead = MemoryLayout<Head>.size + MemoryLayout<Traits>.size

    private var traits: Traits?

    // MARK: Writing

    /// - Parameters:
    ///   - packet: begins where the one before ends.
    ///   - format: the index of the packet's format.
    mutating func append(_ packet: Timeline.HeldPacket, format: Int) {
        let new = Traits(
            duration: packet.duration, sampleCount: Int32(packet.sampleCount), lead: Int32(packet.lead),
            format: Int32(format), tail: Int32(packet.tail))
        let head = Head(
            length: packet.bytes.count, isDiscontinuous: packet.isDiscontinuous, startsAnew: packet.startsAnew,
            hasTraits: new != traits)
        withUnsafeBytes(of: head) { bytes.append(contentsOf: $0) }
        if head.hasTraits { withUnsafeBytes(of: new) { bytes.append(contentsOf: $0) } }
        traits = new
        bytes.append(contentsOf: packet.bytes)
        end += packet.duration
        count += 1
    }

    // MARK: Reading

    /// Reads a block's bytes again.
    /// - Parameters:
    ///   - formats: those of the tape.
    ///   - body: called with each packet and its number; its bytes are valid during the call.
    /// - Returns: false where they are not what was written.
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
                    traits.sampleCount >= 0, traits.duration >= 0
                else { return false }
                body(
                    Timeline.HeldPacket(
                        bytes: UnsafeRawBufferPointer(rebasing: rest.prefix(head.length)),
                        sampleCount: Int(traits.sampleCount), lead: Int(traits.lead), tail: Int(traits.tail),
                        start: start, duration: traits.duration, format: formats[Int(traits.format)],
                        isDiscontinuous: head.isDiscontinuous, startsAnew: head.startsAnew), number)
                rest = rest.dropFirst(head.length)
                number &+= 1
                start &+= traits.duration
            }
            return true
        }
    }

    /// The next value of the bytes; nil where they are too short for one.
    private static func take<Value: BitwiseCopyable>(
        _: Value.Type, from rest: inout Slice<UnsafeRawBufferPointer>
    ) -> Value? {
        guard rest.count >= MemoryLayout<Value>.size else { return nil }
        defer { rest = rest.dropFirst(MemoryLayout<Value>.size) }
        return UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: Value.self)
    }
}

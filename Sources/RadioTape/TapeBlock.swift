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
    }

    /// What stands before a packet's bytes.
    private struct Header: BitwiseCopyable {
        var number: Int64
        var start: Int64
        var duration: Int64
        var length: Int32
        var sampleCount: Int32
        var lead: Int32
        /// Index in the tape's formats.
        var format: Int32
        var tail: Int32
        var flags: Int32
    }

    static let headerSize = MemoryLayout<Header>.size
    private static let isDiscontinuous: Int32 = 1
    private static let startsAnew: Int32 = 2

    /// - Parameter format: the index of the packet's format.
    mutating func append(_ packet: Timeline.HeldPacket, format: Int) {
        let flags =
            (packet.isDiscontinuous ? Self.isDiscontinuous : 0) | (packet.startsAnew ? Self.startsAnew : 0)
        let header = Header(
            number: first + Int64(count), start: packet.start, duration: packet.duration,
            length: Int32(packet.bytes.count),
            sampleCount: Int32(packet.sampleCount), lead: Int32(packet.lead), format: Int32(format),
            tail: Int32(packet.tail), flags: flags)
        withUnsafeBytes(of: header) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: packet.bytes)
        end = packet.start + packet.duration
        count += 1
    }

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
            while !rest.isEmpty {
                guard rest.count >= headerSize else { return false }
                let header = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: Header.self)
                rest = rest.dropFirst(headerSize)
                guard (0...rest.count).contains(Int(header.length)), formats.indices.contains(Int(header.format)),
                    header.sampleCount >= 0, header.duration >= 0
                else { return false }
                let packet = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(header.length)))
                rest = rest.dropFirst(Int(header.length))
                body(
                    Timeline.HeldPacket(
                        bytes: packet, sampleCount: Int(header.sampleCount), lead: Int(header.lead),
                        tail: Int(header.tail), start: header.start, duration: header.duration,
                        format: formats[Int(header.format)],
                        isDiscontinuous: header.flags & isDiscontinuous != 0,
                        startsAnew: header.flags & startsAnew != 0), header.number)
            }
            return true
        }
    }
}

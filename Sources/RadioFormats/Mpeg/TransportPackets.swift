/// Finds the packets of a transport stream: 188 bytes each, or 192 with a time before it (M2TS), or 204 with a checksum
/// behind it.
///
/// At the beginning of a segment a packet is believed when the next one's sync byte is where it must be; behind garbage,
/// when two are. Once in step a packet comes out as soon as it is whole.
struct TransportPackets {
    static let strides = [TransportPacket.length, 192, 204]
    /// The most that is kept between two calls.
    static let maximumHeld = 2 * 204 + 1

    /// Bytes since the last packet that belong to none.
    private(set) var garbage = 0
    private(set) var garbageInAll = 0
    /// Times that it fell out of step.
    private(set) var lossCount = 0
    private(set) var packetCount = 0

    private var held: [UInt8] = []
    /// Bytes from one packet to the next; nil while searching.
    private var stride: Int?
    /// Bytes between two packets that are still to be passed.
    private var skipping = 0
    /// Whether the next byte is the first one of a segment.
    private var isStart = true

    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (TransportPacket) -> Void) {
        var at = 0
        // The packet that was begun; while searching, what more may decide.
        while !held.isEmpty, at < bytes.count {
            let wish = max(stride == nil ? Self.maximumHeld - held.count : TransportPacket.length - held.count, 1)
            let taken = min(wish, bytes.count - at)
            held.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[at..<at + taken]))
            at += taken
            advanceHeld(isLast: false, emit)
        }
        guard at < bytes.count else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
        let used = advance(rest, isLast: false, emit)
        held.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[used...]))
    }

    /// The segment ends: what is no whole packet is dropped.
    mutating func finish(_ emit: (TransportPacket) -> Void) {
        advanceHeld(isLast: true, emit)
        garbage += held.count
        garbageInAll += held.count
        held.removeAll(keepingCapacity: true)
        stride = nil
        skipping = 0
        isStart = true
    }

    private mutating func advanceHeld(isLast: Bool, _ emit: (TransportPacket) -> Void) {
        // Taken out, so that the packets in it can be lent while `self` changes.
        var buffer: [UInt8] = []
        swap(&buffer, &held)
        let used = buffer.withUnsafeBytes { advance($0, isLast: isLast, emit) }
        buffer.removeFirst(used)
        swap(&buffer, &held)
    }

    /// - Returns: bytes that are done with.
    private mutating func advance(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ emit: (TransportPacket) -> Void
    ) -> Int {
        var at = 0
        while at < bytes.count {
            if skipping > 0 {
                let passed = min(skipping, bytes.count - at)
                skipping -= passed
                at += passed
                continue
            }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
            guard let stride else {
                guard let passed = search(rest, isLast: isLast) else { return at }
                at += passed
                continue
            }
            guard rest[0] == TransportPacket.sync else {
                self.stride = nil
                lossCount += 1
                continue
            }
            guard rest.count >= TransportPacket.length else { return at }
            at += TransportPacket.length
            skipping = stride - TransportPacket.length
            garbage = 0
            packetCount += 1
            emit(TransportPacket(UnsafeRawBufferPointer(rebasing: rest[..<TransportPacket.length])))
        }
        return at
    }

    /// - Returns: bytes that are no packet, zero where one was found; nil where more are needed.
    private mutating func search(_ rest: UnsafeRawBufferPointer, isLast: Bool) -> Int? {
        if rest[0] == TransportPacket.sync {
            for stride in Self.strides {
                switch isConfirmed(rest, stride, isLast: isLast) {
                case true?:
                    self.stride = stride
                    isStart = false
                    return 0
                case false?: continue
                case nil: return nil
                }
            }
        }
        isStart = false
        var next = 1
        while next < rest.count, rest[next] != TransportPacket.sync { next += 1 }
        garbage += next
        garbageInAll += next
        return next
    }

    /// Whether packets follow each other at this distance; nil where more bytes are needed.
    private func isConfirmed(_ rest: UnsafeRawBufferPointer, _ stride: Int, isLast: Bool) -> Bool? {
        let confirmations = isStart && stride == TransportPacket.length ? 1 : 2
        for index in 1...confirmations {
            guard index * stride < rest.count else {
                // The end confirms as well, if it does not cut a packet.
                return isLast ? rest.count >= (index - 1) * stride + TransportPacket.length : nil
            }
            guard rest[index * stride] == TransportPacket.sync else { return false }
        }
        return true
    }
}

/// Finds the packets of a transport stream. A packet has 188 bytes, 192 with a leading timestamp (M2TS), or 204 with a
/// checksum.
///
/// The first packet is accepted if two more sync bytes follow at the distance of a packet's length. At the beginning of
/// a segment with packets of 188 bytes, one more sync byte is enough. After the first packet, each packet is emitted as
/// soon as it is complete.
struct TransportPackets {
    static let strides = [TransportPacket.length, 192, 204]
    /// Maximum number of bytes kept between two calls of `feed`.
    static let maximumHeld = 2 * 204 + 1

    /// Number of bytes since the last packet that belong to no packet.
    private(set) var garbage = 0
    /// Number of bytes since the beginning of the stream that belong to no packet.
    private(set) var garbageInAll = 0
    /// How often no packet began directly after the previous one.
    private(set) var lossCount = 0
    private(set) var packetCount = 0

    private var held: [UInt8] = []
    /// Distance from the beginning of a packet to the beginning of the next one in bytes; nil while searching for the
    /// first packet.
    private var stride: Int?
    /// Number of bytes of a timestamp or checksum before the next packet that are still to be skipped.
    private var skipping = 0
    /// True if the next byte is the first one of a segment.
    private var isStart = true

    /// Takes the next bytes, and emits the packets that they complete.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (TransportPacket) -> Void) {
        var at = 0
        // Adds bytes to `held` until it contains a whole packet or, while searching for a packet, enough bytes to
        // decide.
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

    /// Ends the segment and drops an incomplete packet.
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
        // Moves the bytes of `held` out of `self`, so that packets can borrow them while `self` changes.
        var buffer: [UInt8] = []
        swap(&buffer, &held)
        let used = buffer.withUnsafeBytes { advance($0, isLast: isLast, emit) }
        buffer.removeFirst(used)
        swap(&buffer, &held)
    }

    /// Emits the packets at the front of `bytes`.
    /// - Returns: the number of bytes processed. The caller must pass the bytes after them again, together with more
    ///   input.
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

    /// Searches for the first packet in `rest`.
    /// - Returns: the number of bytes before the next possible packet; zero if `rest` begins with a packet; nil if more
    ///   bytes are needed to decide.
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

    /// Returns whether enough sync bytes follow in `rest`, at multiples of `stride` bytes; nil if more bytes are needed
    /// to decide.
    private func isConfirmed(_ rest: UnsafeRawBufferPointer, _ stride: Int, isLast: Bool) -> Bool? {
        let confirmations = isStart && stride == TransportPacket.length ? 1 : 2
        for index in 1...confirmations {
            guard index * stride < rest.count else {
                // The end of the data also confirms the packets before it, unless it cuts a packet off.
                return isLast ? rest.count >= (index - 1) * stride + TransportPacket.length : nil
            }
            guard rest[index * stride] == TransportPacket.sync else { return false }
        }
        return true
    }
}

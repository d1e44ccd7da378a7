/// Extracts the payload from the PES packets of one stream (ISO/IEC 13818-1 §2.4.3.6).
///
/// The reader emits payload as it arrives, so even a PES packet that never ends takes no memory. A PES packet extends
/// to the beginning of the next one. The reader ignores the length that a PES packet states, because some encoders
/// state it wrongly.
struct PesReader {
    /// What the reader finds in a stream of PES packets.
    enum Event {
        /// The beginning of a PES packet: its presentation time in 90 kHz ticks, or nil if it has none, and the first
        /// bytes of its payload. The next event is `payload`, and contains these bytes again.
        case begin(ticks: UInt64?, head: UnsafeRawBufferPointer)
        case payload(UnsafeRawBufferPointer)
        /// A transport packet announced the beginning of a PES packet, but its payload does not begin with one.
        case broken
        /// The PES packet is scrambled (encrypted): its PES_scrambling_control is not 0.
        case scrambled
    }

    /// The part of a PES packet that the next byte belongs to.
    private enum State {
        /// Between PES packets: ignoring payload until a PES packet begins.
        case waiting
        case header
        case payload
    }

    /// Number of payload bytes that ``Event/begin(ticks:head:)`` contains: fewer if the whole payload is shorter.
    let headLength: Int
    private var state = State.waiting
    private var held: [UInt8] = []

    init(headLength: Int) { self.headLength = headLength }

    /// Takes the payload of the next transport packet.
    /// - Parameters:
    ///   - payload: the payload of a transport packet.
    ///   - isStart: whether a PES packet begins with the payload.
    mutating func feed(_ payload: UnsafeRawBufferPointer, isStart: Bool, _ emit: (Event) -> Void) {
        if isStart {
            flush(emit)
            state = .header
        }
        switch state {
        case .waiting: break
        case .payload: if !payload.isEmpty { emit(.payload(payload)) }
        case .header:
            if held.isEmpty, open(payload, isAll: false, emit) { return }
            held.append(contentsOf: payload)
            openHeld(isAll: false, emit)
        }
    }

    /// Ends the current PES packet. If it was too short for its `begin` event so far, emits its events now.
    mutating func flush(_ emit: (Event) -> Void) {
        if state == .header, !held.isEmpty { openHeld(isAll: true, emit) }
        held.removeAll(keepingCapacity: true)
        if state == .header { state = .waiting }
    }

    /// Notes that transport packets were lost before the next payload. Drops a PES packet whose header is incomplete;
    /// the payload of other PES packets continues.
    mutating func tear() {
        held.removeAll(keepingCapacity: true)
        if state == .header { state = .waiting }
    }

    private mutating func openHeld(isAll: Bool, _ emit: (Event) -> Void) {
        var buffer: [UInt8] = []
        swap(&buffer, &held)
        let isOpen = buffer.withUnsafeBytes { open($0, isAll: isAll, emit) }
        if isOpen { buffer.removeAll(keepingCapacity: true) }
        swap(&buffer, &held)
    }

    /// Reads the header at the beginning of a PES packet, and emits the packet's first events.
    /// - Parameter isAll: whether `bytes` is the whole PES packet.
    /// - Returns: false if more bytes are needed.
    private mutating func open(_ bytes: UnsafeRawBufferPointer, isAll: Bool, _ emit: (Event) -> Void) -> Bool {
        for index in 0..<min(bytes.count, 3) where bytes[index] != (index == 2 ? 1 : 0) { return refuse(emit) }
        guard bytes.count >= 9 else { return false }
        // The two highest bits must be '10'. PES packets of MPEG-1, and those of stream types without this header, have
        // other bits there.
        guard bytes[6] & 0xC0 == 0x80 else { return refuse(emit) }
        let start = 9 + Int(bytes[8])
        guard bytes.count >= start + (isAll ? 0 : headLength) else { return false }
        state = .payload
        if bytes[6] & 0x30 != 0 {
            emit(.scrambled)
            state = .waiting
            return true
        }
        let payload = UnsafeRawBufferPointer(rebasing: bytes[start...])
        emit(.begin(ticks: Self.ticks(bytes), head: UnsafeRawBufferPointer(rebasing: payload.prefix(headLength))))
        if !payload.isEmpty { emit(.payload(payload)) }
        return true
    }

    private mutating func refuse(_ emit: (Event) -> Void) -> Bool {
        state = .waiting
        emit(.broken)
        return true
    }

    /// Returns the presentation time in 90 kHz ticks, 33 bits in five bytes; nil if there is none.
    private static func ticks(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard bytes[7] & 0x80 != 0, bytes[8] >= 5 else { return nil }
        let high = UInt64(bytes[9] >> 1 & 7) << 30
        let middle = UInt64(bytes[10]) << 22 | UInt64(bytes[11] >> 1) << 15
        return high | middle | UInt64(bytes[12]) << 7 | UInt64(bytes[13] >> 1)
    }
}

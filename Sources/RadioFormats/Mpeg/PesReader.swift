/// Takes the payload out of the PES packets of one stream (ISO/IEC 13818-1 §2.4.3.6).
///
/// Payload is handed on as it comes, so that a packet without an end costs no memory. The packet's own length is not
/// believed: what a transport stream carries between two starts belongs to the first one, and encoders that count wrongly
/// are in the field.
struct PesReader {
    enum Event {
        /// A PES packet with its time, in units of 90 kHz, and the first bytes of its payload, which follow again.
        case begin(ticks: UInt64?, head: UnsafeRawBufferPointer)
        case payload(UnsafeRawBufferPointer)
        /// What should be a packet is none.
        case broken
        /// PES_scrambling_control is not 0.
        case scrambled
    }

    /// Bytes of a header at most, which are kept with those of `headLength`.
    static let maximumHeader = 9 + 255

    private enum State {
        /// For a packet to begin.
        case waiting
        case header
        case payload
    }

    /// Bytes of payload that ``Event/begin(ticks:head:)`` shows if there are so many.
    let headLength: Int
    private var state = State.waiting
    private var held: [UInt8] = []

    init(headLength: Int) { self.headLength = headLength }

    /// - Parameters:
    ///   - payload: of a transport packet.
    ///   - isStart: whether a PES packet begins with it.
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

    /// Nothing more of the packet that was begun comes: a short one is given out.
    mutating func flush(_ emit: (Event) -> Void) {
        if state == .header, !held.isEmpty { openHeld(isAll: true, emit) }
        held.removeAll(keepingCapacity: true)
        if state == .header { state = .waiting }
    }

    /// Bytes are missing before the next ones.
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

    /// - Parameter isAll: what is there is the whole packet.
    /// - Returns: false while more is needed.
    private mutating func open(_ bytes: UnsafeRawBufferPointer, isAll: Bool, _ emit: (Event) -> Void) -> Bool {
        for index in 0..<min(bytes.count, 3) where bytes[index] != (index == 2 ? 1 : 0) { return refuse(emit) }
        guard bytes.count >= 9 else { return false }
        // '10', which MPEG-1's packets and those of other streams have not.
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

    /// The presentation time: 33 bits in five bytes.
    private static func ticks(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard bytes[7] & 0x80 != 0, bytes[8] >= 5 else { return nil }
        let high = UInt64(bytes[9] >> 1 & 7) << 30
        let middle = UInt64(bytes[10]) << 22 | UInt64(bytes[11] >> 1) << 15
        return high | middle | UInt64(bytes[12]) << 7 | UInt64(bytes[13] >> 1)
    }
}

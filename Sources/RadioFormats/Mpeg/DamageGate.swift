/// Passes a demuxer's elements on. If the demuxer noticed a loss that the framer cannot notice, emits one `damage`
/// element before the next packet or format.
struct DamageGate {
    private(set) var hasGivenPackets = false
    /// True if the demuxer noticed a loss and no `damage` element was emitted for it yet.
    private var owesDamage = false

    /// Notes that the next packet does not continue the previous one, if there is a previous one.
    mutating func oweDamage() { owesDamage = hasGivenPackets }

    /// Emits an element. If it is a packet or format and a loss was not reported yet, emits a `damage` element first.
    mutating func give(_ element: SegmentElement, _ emit: (SegmentElement) -> Void) {
        switch element {
        case .format:
            if owesDamage { emit(.damage) }
            owesDamage = false
        case .packet:
            if owesDamage { emit(.damage) }
            owesDamage = false
            hasGivenPackets = true
        case .damage: owesDamage = false
        case .metadata: break
        }
        emit(element)
    }
}

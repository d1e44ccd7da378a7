/// Emits damage that only the demuxer notices, once and before the next packet.
struct DamageGate {
    private(set) var hasGivenPackets = false
    /// True if damage must be emitted before the next packet.
    private var owesDamage = false

    /// Notes that the next packet does not continue the previous one.
    mutating func oweDamage() { owesDamage = hasGivenPackets }

    /// Emits an element, preceded by the damage that is owed.
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

/// Emits damage that the demuxer notices and the framer does not: once, before the next packet or its format.
struct DamageGate {
    private(set) var hasGivenPackets = false
    /// True if damage was noticed and is not emitted yet.
    private var owesDamage = false

    /// Notes that the next packet does not continue the previous one, if there is a previous one.
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

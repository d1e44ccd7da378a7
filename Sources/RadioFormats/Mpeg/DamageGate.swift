/// Says damage that only the demuxer knows of before the next packet, once.
struct DamageGate {
    private(set) var hasGivenPackets = false
    private var owesDamage = false

    /// The next packet does not continue the one before.
    mutating func oweDamage() { owesDamage = hasGivenPackets }

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

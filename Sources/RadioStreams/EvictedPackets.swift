import RadioFormats

/// Keeps packets that a ``Timeline`` is about to drop, with their packet numbers.
final class EvictedPackets {
    private let packets: Timeline
    private var numbers: [Int64] = []

    /// Creates an empty store.
    /// - Parameter maximumBytes: The maximum size, at least that of the timeline from which the packets are copied. If
    ///   the store would become larger, its oldest packets are dropped.
    init(maximumBytes: Int) { packets = Timeline(maximumBytes: maximumBytes) }

    var byteCount: Int { packets.byteCount }

    /// One more than the number of the newest packet, or 0 if there is none.
    var end: Int64 { (numbers.last ?? -1) + 1 }

    /// Copies packets of a timeline. Their numbers must be greater than those of the packets copied before.
    func take(_ range: Range<Int64>, of timeline: Timeline) {
        for number in range {
            guard let packet = timeline.packet(number) else { continue }
            packets.append(packet)
            numbers.append(number)
        }
    }

    /// Calls `body` with each packet and its number, in order.
    ///
    /// `isBroken` is true if packets are missing between this packet and the previous one.
    func forEach(_ body: (Timeline.HeldPacket, _ number: Int64, _ isBroken: Bool) -> Void) {
        for index in packets.start..<packets.end {
            guard let packet = packets.packet(index) else { continue }
            let number = numbers[Int(index)]
            body(packet, number, index > packets.start && number != numbers[Int(index) - 1] + 1)
        }
    }
}

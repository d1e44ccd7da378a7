import RadioFormats

/// Keeps packets that a ``Timeline`` is about to drop, with their numbers there.
final class EvictedPackets {
    private let packets: Timeline
    private var numbers: [Int64] = []

    /// Creates an empty store.
    /// - Parameter maximumBytes: The limit, not less than that of the packets' timeline. Beyond it the oldest packets
    ///   are dropped.
    init(maximumBytes: Int) { packets = Timeline(maximumBytes: maximumBytes) }

    var byteCount: Int { packets.byteCount }

    /// The number after the newest packet's.
    var end: Int64 { (numbers.last ?? -1) + 1 }

    /// Copies packets. Their numbers must be greater than those of the packets that are here.
    func take(_ range: Range<Int64>, of timeline: Timeline) {
        for number in range {
            guard let packet = timeline.packet(number) else { continue }
            packets.append(packet)
            numbers.append(number)
        }
    }

    /// Calls `body` with the packets in order and their numbers.
    ///
    /// `isBroken` is true if packets are missing between the packet and the one before.
    func forEach(_ body: (Timeline.HeldPacket, _ number: Int64, _ isBroken: Bool) -> Void) {
        for index in packets.start..<packets.end {
            guard let packet = packets.packet(index) else { continue }
            let number = numbers[Int(index)]
            body(packet, number, index > packets.start && number != numbers[Int(index) - 1] + 1)
        }
    }
}

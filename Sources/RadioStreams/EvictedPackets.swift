import RadioFormats

/// Packets that a ``Timeline`` is about to evict, kept with their numbers in it.
final class EvictedPackets {
    private let packets: Timeline
    private var numbers: [Int64] = []

    /// - Parameter maximumBytes: not less than that of the timelines they come from. Beyond it the oldest go.
    init(maximumBytes: Int) { packets = Timeline(maximumBytes: maximumBytes) }

    var byteCount: Int { packets.byteCount }

    /// The number after that of the newest one.
    var end: Int64 { (numbers.last ?? -1) + 1 }

    /// Copies packets; their numbers are greater than those that are here.
    func take(_ range: Range<Int64>, of timeline: Timeline) {
        for number in range {
            guard let packet = timeline.packet(number) else { continue }
            packets.append(packet)
            numbers.append(number)
        }
    }

    /// In order, with their numbers; whether some are missing between the one before and this.
    func forEach(_ body: (Timeline.HeldPacket, _ number: Int64, _ isBroken: Bool) -> Void) {
        for index in packets.start..<packets.end {
            guard let packet = packets.packet(index) else { continue }
            let number = numbers[Int(index)]
            body(packet, number, index > packets.start && number != numbers[Int(index) - 1] + 1)
        }
    }
}

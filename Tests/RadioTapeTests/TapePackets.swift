import RadioFormats
import RadioLoop
import RadioStreams
import TestSupport

/// Makes packets of random sizes and changing formats for a tape, and remembers them.
struct TapePackets {
    /// A packet that the tape must return unchanged.
    struct Kept: Hashable {
        var number: Int64
        var bytes: [UInt8]
        var sampleCount: Int
        var lead: Int
        var tail: Int
        var start: Int64
        var duration: Int64
        var format: MediaFormat
        var isDiscontinuous: Bool
        var startsAnew: Bool

        init(_ packet: Timeline.HeldPacket, _ number: Int64) {
            self.number = number
            bytes = Array(packet.bytes)
            (sampleCount, lead, tail) = (packet.sampleCount, packet.lead, packet.tail)
            (start, duration, format) = (packet.start, packet.duration, packet.format)
            (isDiscontinuous, startsAnew) = (packet.isDiscontinuous, packet.startsAnew)
        }
    }

    private var generator: SeededGenerator
    private(set) var all: [Kept] = []

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    static func format(_ number: Int) -> MediaFormat {
        MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 8000 + number, channelCount: 2)
    }

    /// Adds `count` packets to a timeline and remembers them.
    /// - Parameters:
    ///   - size: The range of a packet's size.
    ///   - formats: The number of different formats.
    mutating func add(_ count: Int, to timeline: Timeline, size: ClosedRange<Int> = 0...900, formats: Int = 3) {
        let now = MonotonicInstant(nanoseconds: 0)
        for _ in 0..<count {
            if timeline.end == 0 || Int.random(in: 0..<40, using: &generator) == 0 {
                timeline.append(.format(Self.format(Int.random(in: 0..<formats, using: &generator))), at: now)
            }
            if Int.random(in: 0..<30, using: &generator) == 0 { timeline.append(.discontinuity(isGap: true), at: now) }
            let length = Int.random(in: size, using: &generator)
            let bytes = [UInt8](repeating: .random(in: 0...255, using: &generator), count: length)
            let lead = Int.random(in: 0...3, using: &generator)
            let isNew = Bool.random(using: &generator)
            bytes.withUnsafeBytes {
                timeline.append(
                    .packet(Packet(bytes: $0, sampleCount: 400, lead: lead, tail: 2, startsAnew: isNew)), at: now)
            }
            let number = timeline.end - 1
            if let packet = timeline.packet(number) { all.append(Kept(packet, number)) }
        }
    }

    static func held(_ timeline: Timeline) -> [Kept] {
        (timeline.start..<timeline.end).compactMap { number in timeline.packet(number).map { Kept($0, number) } }
    }
}

import RadioFormats

/// A simple model of a `Timeline`: an array of everything that was appended.
struct TimelineModel {
    struct Entry: Equatable {
        var bytes: [UInt8]
        var start: Int64
        var duration: Int64
        var format: MediaFormat
        var isDiscontinuous: Bool
    }

    private(set) var entries: [Entry] = []
    private(set) var endTime: Int64 = 0
    private var format: MediaFormat?
    private var nextIsDiscontinuous = false

    mutating func append(_ element: StreamElement) {
        switch element {
        case .format(let format): self.format = format
        case .discontinuity: nextIsDiscontinuous = true
        case .packet(let packet):
            guard let format else { return nextIsDiscontinuous = true }
            let duration = MediaTime(samples: Int64(packet.sampleCount), rate: format.sampleRate).flicks
            entries.append(
                Entry(
                    bytes: Array(packet.bytes), start: endTime, duration: duration, format: format,
                    isDiscontinuous: nextIsDiscontinuous))
            endTime += duration
            nextIsDiscontinuous = false
        case .metadata, .position, .end: break
        }
    }

    var end: Int64 { Int64(entries.count) }

    func bytesHeld(from start: Int64) -> Int { entries[Int(start)...].reduce(0) { $0 + $1.bytes.count } }
}

import TestSupport

/// The bytes that one listener of a ``LiveStation`` is sent: the programme from a place on, with titles between.
struct LiveFeed {
    private let programme: SweepProgramme
    private let metaint: Int?
    /// Of the programme, counted on over its end.
    private var position: Int
    private var untilBlock: Int
    private var told: Int?

    /// Seconds from one title to the next.
    private static let titleSeconds = 10.0

    init(_ programme: SweepProgramme, from position: Int, metaint: Int?) {
        self.programme = programme
        self.metaint = metaint
        self.position = max(0, position)
        untilBlock = metaint ?? .max
    }

    mutating func bytes(upTo end: Int) -> [UInt8] {
        var result: [UInt8] = []
        let sound = programme.bytes
        while position < end {
            let place = position % sound.count
            let count = min(end - position, sound.count - place, untilBlock)
            result += sound[place..<place + count]
            position += count
            untilBlock -= count
            if untilBlock == 0, let metaint {
                untilBlock = metaint
                result += metadata()
            }
        }
        return result
    }

    /// A length in units of 16, the text, zeros; a single zero where nothing is new.
    private mutating func metadata() -> [UInt8] {
        let number = Int(Double(position) / programme.bytesPerSecond / Self.titleSeconds)
        guard number != told else { return [0] }
        told = number
        let text = Array("StreamTitle='Artist \(number) - Title number \(number)';".utf8)
        let units = (text.count + 15) / 16
        return [UInt8(units)] + text + [UInt8](repeating: 0, count: units * 16 - text.count)
    }
}

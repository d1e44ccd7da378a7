import TestSupport

/// Makes the bytes for one listener of a ``LiveStation``: the programme from a position on, with titles.
struct LiveFeed {
    private let programme: any StationProgramme
    /// The bytes that are sent before the programme, such as the headers of an Ogg link.
    private var head: [UInt8]
    private let metaint: Int?
    /// The position in bytes since the start of the programme. It continues to grow when the programme repeats.
    private var position: Int
    private var untilBlock: Int
    private var told: Int?

    init(_ programme: any StationProgramme, from position: Int, metaint: Int?) {
        self.programme = programme
        self.metaint = metaint
        (head, self.position) = programme.entry(at: max(0, position))
        untilBlock = metaint ?? .max
    }

    mutating func bytes(upTo end: Int) -> [UInt8] {
        var result = head
        head = []
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

    /// Returns a metadata block: the length in units of 16 bytes, the text, zeros. If the title has not changed, the
    /// block is a single zero.
    private mutating func metadata() -> [UInt8] {
        let number = Int(Double(position) / programme.bytesPerSecond / (programme.titleSeconds ?? 1))
        guard number != told else { return [0] }
        told = number
        let text = Array("StreamTitle='Artist \(number) - Title number \(number)';".utf8)
        let units = (text.count + 15) / 16
        return [UInt8(units)] + text + [UInt8](repeating: 0, count: units * 16 - text.count)
    }
}

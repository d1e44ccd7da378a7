import RadioFormats

/// Where a moment of a file without an index is thought to lie: by what its header says, else by the bytes that its sound
/// took so far. Pure.
struct FileSurvey {
    /// Bytes that were fed, from the file's first on.
    private var fed = 0
    private var soundBytes = 0
    private var seconds = 0.0
    private var packetSeconds = 0.0
    /// Bytes a second, as the format says.
    private var statedPace: Double?
    /// What is before the sound; settled by the first question.
    private var start: Int?

    mutating func add(fed count: Int) { fed += count }

    mutating func add(_ format: MediaFormat) { statedPace = format.bitRate.map { Double($0) / 8 } }

    mutating func add(_ packet: Packet, rate: Int) {
        let length = Double(packet.sampleCount) / Double(max(rate, 1))
        if packetSeconds == 0 { packetSeconds = length }
        soundBytes += packet.bytes.count
        seconds += length
    }

    /// - Parameters:
    ///   - byteCount: of the file.
    ///   - parser: the one that was fed from the file's beginning.
    /// - Returns: nil where nothing is known.
    mutating func offset(of place: MediaTime, in byteCount: Int, _ parser: ElementaryStreamParser) -> Int? {
        guard seconds > 0, soundBytes > 0 else { return nil }
        let start = start ?? max(fed - soundBytes, 0)
        self.start = start
        var pace = Double(soundBytes) / seconds
        // A constant rate is what it says; padding makes the measured one differ a little.
        if let statedPace, abs(statedPace - pace) < pace / 50 { pace = statedPace }
        let all = Double(byteCount - start)
        var length = all / pace
        switch parser.length {
        case .packets(let count): length = packetSeconds * Double(count)
        case .time(let time): length = time.seconds
        case nil: break
        }
        guard length > 0 else { return nil }
        let share = parser.byteShare(at: min(place.seconds / length, 1))
        // A server may say that it has any number of bytes.
        return start + Int(min(all * min(max(share, 0), 1), 0x1p62))
    }
}

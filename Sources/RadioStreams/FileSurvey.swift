import RadioFormats

/// Guesses the byte offset of a time in a file without an index.
///
/// The guess comes from the file's header, or otherwise from the bytes per second of the sound that was parsed so far.
/// The type does no I/O.
struct FileSurvey {
    /// The number of bytes parsed so far, beginning with the file's first byte.
    private var fed = 0
    private var soundBytes = 0
    private var seconds = 0.0
    /// The bytes per second that the format states.
    private var statedPace: Double?
    /// The number of bytes before the sound, fixed at the first guess.
    private var start: Int?

    mutating func add(fed count: Int) { fed += count }

    mutating func add(_ format: MediaFormat) { statedPace = format.bitRate.map { Double($0) / 8 } }

    mutating func add(_ packet: Packet, rate: Int) {
        soundBytes += packet.bytes.count
        seconds += Double(packet.decodedCount) / Double(max(rate, 1))
    }

    /// Returns the guessed byte offset of a time.
    /// - Parameters:
    ///   - byteCount: The file's size in bytes.
    ///   - parser: The parser that reads from the file's beginning.
    /// - Returns: The offset, or nil if no sound was parsed yet.
    mutating func offset(of place: MediaTime, in byteCount: Int, _ parser: ElementaryStreamParser) -> Int? {
        guard seconds > 0, soundBytes > 0 else { return nil }
        let start = start ?? max(fed - soundBytes, 0)
        self.start = start
        var pace = Double(soundBytes) / seconds
        // If the stated bit rate is constant, it is exact. The measured rate then differs slightly, because of padding.
        if let statedPace, abs(statedPace - pace) < pace / 50 { pace = statedPace }
        let all = Double(byteCount - start)
        var length = all / pace
        switch parser.length {
        case .stated(let time), .time(let time): length = time.seconds
        case nil: break
        }
        guard length > 0 else { return nil }
        let share = parser.byteShare(at: min(place.seconds / length, 1))
        // The limit keeps the conversion to `Int` from overflowing, because a server may state any size.
        return start + Int(min(all * min(max(share, 0), 1), 0x1p62))
    }
}

import RadioFormats

/// Where the packets of a file belong, and which of them a seek leaves out. Pure.
struct FileClock {
    /// What a packet that is heard begins with.
    struct Arrival {
        /// Where it belongs; nil where it follows the one before.
        var position: MediaTime?
        /// Packets before it that prime the decoder.
        var primers: [[UInt8]] = []
    }

    /// MP3's bit reservoir and AAC's overlap reach so far back.
    static let primerCount = 10

    /// Samples a second of the packets that follow.
    var rate = 0
    /// Of all packets so far.
    private(set) var time: MediaTime
    /// Packets that end before it are left out; nil once one was not.
    private(set) var target: MediaTime?
    private var primers: [[UInt8]] = []

    /// - Parameters:
    ///   - time: where the first packet begins.
    ///   - target: nil: all packets are given, and no positions.
    init(time: MediaTime = .zero, rate: Int = 0, target: MediaTime?) {
        self.time = time
        self.rate = rate
        self.target = target
    }

    /// Takes the file's next packet; nil where it is left out.
    mutating func take(_ packet: Packet) -> Arrival? {
        let start = time
        time = start + MediaTime(samples: Int64(packet.sampleCount), rate: rate)
        guard let target else { return Arrival() }
        guard time > target else {
            primers.append(Array(packet.bytes))
            if primers.count > Self.primerCount { primers.removeFirst() }
            return nil
        }
        self.target = nil
        defer { primers = [] }
        return Arrival(position: start, primers: primers)
    }
}

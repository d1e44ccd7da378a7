import RadioFormats

/// Places the packets of a file in time, and decides which packets a seek leaves out.
///
/// The type does no I/O.
struct FileClock {
    /// The position and the primers of a packet that is not left out.
    struct Arrival {
        /// The packet's position, or nil if the packet follows the one before.
        var position: MediaTime?
        /// Packets before it, which prime the decoder.
        var primers: [[UInt8]] = []
    }

    /// The number of packets before a packet that its decoding may need, for MP3's bit reservoir and AAC's overlap.
    static let primerCount = 10

    /// The sample rate of the packets that follow, in Hz.
    var rate = 0
    /// The end of the last packet in the file's time.
    private(set) var time: MediaTime
    /// The time up to which packets are left out, or nil once a packet covered it.
    private(set) var target: MediaTime?
    private var primers: [[UInt8]] = []

    /// Creates a clock.
    /// - Parameters:
    ///   - time: The beginning of the first packet.
    ///   - target: The time to begin at. Nil leaves out no packet and gives no positions.
    init(time: MediaTime = .zero, rate: Int = 0, target: MediaTime?) {
        self.time = time
        self.rate = rate
        self.target = target
    }

    /// Takes the file's next packet. Returns nil if the packet is left out.
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

import RadioFormats

/// Computes the times of a file's packets, and decides which packets a seek leaves out.
///
/// The type does no I/O.
struct FileClock {
    /// The result of ``take(_:)`` for a packet that a seek does not leave out.
    struct Arrival {
        /// The packet's position in the file if the packet is the first after a seek. Otherwise nil: the packet follows
        /// the previous one.
        var position: MediaTime?
        /// The bytes of the packets before this one, to prime the decoder with. Empty unless the packet is the first
        /// after a seek.
        var primers: [[UInt8]] = []
    }

    /// The number of earlier packets that a decoder may need to decode a packet completely, because of MP3's bit
    /// reservoir and AAC's overlap.
    static let primerCount = 10

    /// The sample rate of the packets that follow, in Hz.
    var rate = 0
    /// The time in the file at which the last packet ends.
    private(set) var time: MediaTime
    /// The time before which packets are left out, or nil once a packet has reached it.
    private(set) var target: MediaTime?
    private var primers: [[UInt8]] = []

    /// Creates a clock.
    /// - Parameters:
    ///   - time: The time in the file at which the first packet begins.
    ///   - target: The time at which to begin. If nil, no packet is left out and no positions are returned.
    init(time: MediaTime = .zero, rate: Int = 0, target: MediaTime?) {
        self.time = time
        self.rate = rate
        self.target = target
    }

    /// Computes the time of the file's next packet. Returns nil if the packet is left out.
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

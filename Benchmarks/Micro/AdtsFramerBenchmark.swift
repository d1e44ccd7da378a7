import RadioFormats

/// Measures how fast the ADTS framer cuts chunks of a stream into AAC packets.
struct AdtsFramerBenchmark: Benchmark {
    static let name = "AdtsFramer"
    static let unit = "1,400-byte chunk"

    private let stream: [UInt8]

    init() {
        var maker = StreamMaker()
        stream = maker.aac(byteCount: 2 << 20)
    }

    /// Cuts the stream into packets with a new framer, so that one allocation of the framer's buffer is counted.
    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        var framer = AdtsFramer()
        var packets = 0
        var trace = 0
        let take = { (element: StreamElement) in
            guard case .packet(let packet) = element else { return }
            packets += 1
            trace &+= packet.bytes.count + Int(packet.bytes[packet.bytes.count - 1])
        }
        let units = chunks(of: stream) { framer.feed($0, take) }
        framer.finish(take)
        return (units, packets, trace)
    }
}

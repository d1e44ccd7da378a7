import RadioFormats

struct MpegAudioFramerBenchmark: Benchmark {
    static let name = "MpegAudioFramer"
    static let unit = "1,400-byte chunk"

    private let stream: [UInt8]

    init() {
        var maker = StreamMaker()
        stream = maker.mp3(byteCount: 2 << 20)
    }

    /// A new framer each time: it takes its buffer once, which the many packets share.
    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        var framer = MpegAudioFramer()
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

import RadioFormats

/// Measures how fast the MPEG audio framer cuts chunks of a stream into MP3 packets.
struct MpegAudioFramerBenchmark: Benchmark {
    static let name = "MpegAudioFramer"
    static let unit = "1,400-byte chunk"

    private let stream: [UInt8]

    init() {
        var maker = StreamMaker()
        stream = maker.mp3(byteCount: 2 << 20)
    }

    /// Cuts the stream into packets with a new framer, so that one allocation of the framer's buffer is counted.
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

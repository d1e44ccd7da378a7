import RadioFormats

/// Measures how fast ``IcySplitter`` separates sound and metadata in the body of an ICY response.
struct IcySplitterBenchmark: Benchmark {
    static let name = "IcySplitter"
    static let unit = "1,400-byte chunk"

    private let body: [UInt8]

    init() {
        var maker = StreamMaker()
        body = StreamMaker.icy(maker.mp3(byteCount: 2 << 20), metaint: 16_000)
    }

    /// Splits the body once. The returned number of packets is that of the slices of sound that the splitter passes on.
    mutating func run() -> (units: Int, packets: Int, trace: Int) {
        var splitter = IcySplitter(metaint: 16_000)
        var slices = 0
        var trace = 0
        let units = chunks(of: body) { chunk in
            splitter.feed(chunk) { event in
                switch event {
                case .sound(let bytes):
                    slices += 1
                    trace &+= bytes.count
                case .metadata(let bytes): trace &+= bytes.count << 8
                }
            }
        }
        return (units, slices, trace)
    }
}

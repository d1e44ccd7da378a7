/// Makes the body of an ICY stream from sound, which repeats, and metadata blocks.
struct IcyComposer: BodyComposer {
    /// The metaint, or nil for a client that has not asked for titles.
    let metaint: Int?
    private var untilBlock: Int
    private var position: Int

    /// Creates a composer for one stream.
    /// - Parameter position: The byte of the repeated sound with which the stream begins.
    init(metaint: Int?, position: Int) {
        self.metaint = metaint
        self.position = position
        untilBlock = metaint ?? .max
    }

    mutating func append(
        _ sound: Int, of ring: UnsafeBufferPointer<UInt8>, to out: inout [UInt8], block: () -> [UInt8],
        placed: (Range<Int>) -> Void
    ) {
        var left = sound
        while left > 0 {
            let count = min(left, untilBlock, ring.count - position)
            out.append(contentsOf: UnsafeBufferPointer(rebasing: ring[position..<position + count]))
            left -= count
            position = (position + count) % ring.count
            guard let metaint else { continue }
            untilBlock -= count
            if untilBlock == 0 {
                untilBlock = metaint
                let bytes = block()
                out.append(contentsOf: bytes)
                placed(out.count - bytes.count..<out.count)
            }
        }
    }
}

/// Inserts ICY metadata blocks into the sound, which repeats from a ring.
struct IcyComposer: BodyComposer {
    /// The metaint, or nil for a listener without titles.
    let metaint: Int?
    private var untilBlock: Int
    private var position: Int

    /// Creates a composer.
    /// - Parameter position: The position in the ring at which the sound begins.
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

/// Inserts titles into the sound.
protocol BodyComposer {
    var metaint: Int? { get }

    /// Appends `sound` bytes of sound and the metadata blocks that are due within them. `block` returns each block, and
    /// `placed` is called with the block's range in `out`.
    mutating func append(
        _ sound: Int, of ring: UnsafeBufferPointer<UInt8>, to out: inout [UInt8], block: () -> [UInt8],
        placed: (Range<Int>) -> Void
    )
}

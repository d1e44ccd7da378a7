/// Makes the body of a ``LoadServer``'s stream from sound and titles.
protocol BodyComposer {
    var metaint: Int? { get }

    /// Appends `sound` bytes of sound from `ring` to `out`, with the metadata blocks that are due within them. Calls
    /// `block` for the bytes of each block, and `placed` with the block's range in `out`.
    mutating func append(
        _ sound: Int, of ring: UnsafeBufferPointer<UInt8>, to out: inout [UInt8], block: () -> [UInt8],
        placed: (Range<Int>) -> Void
    )
}

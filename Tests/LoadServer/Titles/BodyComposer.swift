/// Puts titles between the bytes of the sound.
protocol BodyComposer {
    var metaint: Int? { get }

    /// Appends so many bytes of sound and the blocks that are due among them. `block` gives each, and `placed` hears the
    /// range of bytes that it takes in `out`.
    mutating func append(
        _ sound: Int, of ring: UnsafeBufferPointer<UInt8>, to out: inout [UInt8], block: () -> [UInt8],
        placed: (Range<Int>) -> Void
    )
}

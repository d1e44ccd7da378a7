/// The byte offsets at which frames begin in a file. Only a limited number of them is stored, evenly spread.
struct FrameOffsets {
    private(set) var frameCount = 0
    private(set) var byteCount: Int
    /// The byte offset in the file of each `stride`th frame.
    private var offsets: [Int] = []
    private var stride = 1

    /// The largest number of stored offsets. When it is exceeded, every other offset is dropped.
    static let maximumOffsets = 1024

    /// - Parameter start: the number of bytes before the first frame, which are included in all offsets.
    init(start: Int) { byteCount = start }

    mutating func append(_ length: Int) {
        if frameCount % stride == 0 {
            if offsets.count == Self.maximumOffsets {
                offsets = offsets.enumerated().compactMap { $0.offset.isMultiple(of: 2) ? $0.element : nil }
                stride *= 2
            }
            if frameCount % stride == 0 { offsets.append(byteCount) }
        }
        frameCount += 1
        byteCount += length
    }

    /// For each hundredth of the playing time, the offset in the file at which it begins, in 256ths of the file's size.
    var seekTable: [UInt8] {
        (0..<100).map { hundredth in
            let offset = offsets[min(frameCount * hundredth / 100 / stride, offsets.count - 1)]
            return UInt8(min(offset * 256 / max(byteCount, 1), 255))
        }
    }
}

/// Samples of a fragment that lie behind one another: a `trun` box with what its surroundings say of it
/// (ISO/IEC 14496-12 §8.8.8).
struct SampleRun {
    /// Which of the fields each sample has.
    struct Fields: OptionSet {
        var rawValue: UInt32

        static let duration = Fields(rawValue: 0x100)
        static let size = Fields(rawValue: 0x200)
        static let flags = Fields(rawValue: 0x400)
        static let compositionOffset = Fields(rawValue: 0x800)
        static let all: Fields = [.duration, .size, .flags, .compositionOffset]

        /// Bytes that a sample takes in the table.
        var width: Int { rawValue.nonzeroBitCount * 4 }
    }

    /// Of the first sample: bytes of the segment before it.
    var position: Int
    /// Samples.
    var count: Int
    var fields: Fields
    /// Where the table of the samples' fields begins in the `moof` box's body.
    var table: Int
    /// What holds where a field is missing.
    var defaults: SampleDefaults
    /// Decoding time of the first sample in units of the track's timescale; nil where it is not known.
    var time: Int64?

    /// One sample's row.
    struct Row {
        var duration: UInt32
        var size: UInt32
        /// From decoding to presentation.
        var compositionOffset: Int32
    }

    /// - Parameter body: of the `moof` box.
    func row(_ index: Int, in body: UnsafeRawBufferPointer) -> Row {
        var row = Row(duration: defaults.duration, size: defaults.size, compositionOffset: 0)
        guard !fields.isEmpty else { return row }
        var reader = ByteReader(body, at: table + index * fields.width)
        if fields.contains(.duration) { row.duration = reader.read(UInt32.self) }
        if fields.contains(.size) { row.size = reader.read(UInt32.self) }
        if fields.contains(.flags) { reader.skip(4) }
        // Version 0 has no sign, but nobody means two thousand million by it.
        if fields.contains(.compositionOffset) { row.compositionOffset = reader.read(Int32.self) }
        return row
    }

    /// Bytes and duration of all samples; nil where they are more than can be counted.
    func total(in body: UnsafeRawBufferPointer) -> (byteCount: Int, duration: Int64)? {
        guard !fields.isDisjoint(with: [.duration, .size]) else {
            // 2^32 samples of 2^32 bytes.
            let bytes = count.multipliedReportingOverflow(by: Int(defaults.size))
            let duration = Int64(count).multipliedReportingOverflow(by: Int64(defaults.duration))
            return bytes.overflow || duration.overflow ? nil : (bytes.partialValue, duration.partialValue)
        }
        // There is a table of as many rows, so this ends.
        var bytes = 0
        var duration: Int64 = 0
        for index in 0..<count {
            let row = row(index, in: body)
            bytes += Int(row.size)
            duration += Int64(row.duration)
        }
        return (bytes, duration)
    }
}

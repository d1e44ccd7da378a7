/// Consecutive samples of a fragment: a `trun` box with the values that apply to it (ISO/IEC 14496-12 §8.8.8).
struct SampleRun {
    /// The fields in each sample's row.
    struct Fields: OptionSet {
        var rawValue: UInt32

        static let duration = Fields(rawValue: 0x100)
        static let size = Fields(rawValue: 0x200)
        static let flags = Fields(rawValue: 0x400)
        static let compositionOffset = Fields(rawValue: 0x800)
        static let all: Fields = [.duration, .size, .flags, .compositionOffset]

        /// Length of a row in bytes.
        var width: Int { rawValue.nonzeroBitCount * 4 }
    }

    /// Offset of the run's first sample from the beginning of the segment, in bytes.
    var position: Int
    /// Number of samples.
    var count: Int
    var fields: Fields
    /// Offset of the run's first row from the beginning of the `moof` box's body, in bytes.
    var table: Int
    /// Values for the fields that the rows do not state.
    var defaults: SampleDefaults
    /// Decoding time of the run's first sample in units of the track's timescale; nil if unknown.
    var time: Int64?

    /// The fields of one sample.
    struct Row {
        var duration: UInt32
        var size: UInt32
        /// Time from decoding to presentation, in units of the track's timescale.
        var compositionOffset: Int32
    }

    /// Returns the fields of a sample.
    /// - Parameter body: the body of the `moof` box.
    func row(_ index: Int, in body: UnsafeRawBufferPointer) -> Row {
        var row = Row(duration: defaults.duration, size: defaults.size, compositionOffset: 0)
        guard !fields.isEmpty else { return row }
        var reader = ByteReader(body, at: table + index * fields.width)
        if fields.contains(.duration) { row.duration = reader.read(UInt32.self) }
        if fields.contains(.size) { row.size = reader.read(UInt32.self) }
        if fields.contains(.flags) { reader.skip(4) }
        // In version 0 the offset is unsigned, but no file uses offsets of 2^31 or more.
        if fields.contains(.compositionOffset) { row.compositionOffset = reader.read(Int32.self) }
        return row
    }

    /// Returns the total length of all samples in bytes, and their total duration in units of the track's timescale;
    /// nil if either overflows.
    func total(in body: UnsafeRawBufferPointer) -> (byteCount: Int, duration: Int64)? {
        guard !fields.isDisjoint(with: [.duration, .size]) else {
            // The products may overflow: there may be almost 2^32 samples of almost 2^32 bytes.
            let bytes = count.multipliedReportingOverflow(by: Int(defaults.size))
            let duration = Int64(count).multipliedReportingOverflow(by: Int64(defaults.duration))
            return bytes.overflow || duration.overflow ? nil : (bytes.partialValue, duration.partialValue)
        }
        // The box has a row for each sample, so the box's length limits the loop.
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

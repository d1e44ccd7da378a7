/// Consecutive samples of a fragment: a `trun` box, with the default values for its samples (ISO/IEC 14496-12 §8.8.8).
struct SampleRun {
    /// Flags for the fields that the row of each sample contains.
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
    /// Number of samples in the run.
    var count: Int
    var fields: Fields
    /// Offset of the run's first row from the beginning of the `moof` box's body, in bytes.
    var table: Int
    /// Values of the fields that the rows do not contain.
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

    /// Returns the fields of one of the run's samples. Default values replace the fields that its row does not contain.
    /// - Parameter body: the body of the `moof` box.
    func row(_ index: Int, in body: UnsafeRawBufferPointer) -> Row {
        var row = Row(duration: defaults.duration, size: defaults.size, compositionOffset: 0)
        guard !fields.isEmpty else { return row }
        var reader = ByteReader(body, at: table + index * fields.width)
        if fields.contains(.duration) { row.duration = reader.read(UInt32.self) }
        if fields.contains(.size) { row.size = reader.read(UInt32.self) }
        if fields.contains(.flags) { reader.skip(4) }
        // In version 0 of the box the offset is unsigned. It is read as signed here, because no file uses offsets of
        // 2^31 or more.
        if fields.contains(.compositionOffset) { row.compositionOffset = reader.read(Int32.self) }
        return row
    }

    /// Returns the total length of all the run's samples in bytes, and their total duration in units of the track's
    /// timescale; nil if either overflows.
    func total(in body: UnsafeRawBufferPointer) -> (byteCount: Int, duration: Int64)? {
        guard !fields.isDisjoint(with: [.duration, .size]) else {
            // The product of the count and the size may overflow: the box may state almost 2^32 samples of almost 2^32
            // bytes.
            let bytes = count.multipliedReportingOverflow(by: Int(defaults.size))
            let duration = Int64(count).multipliedReportingOverflow(by: Int64(defaults.duration))
            return bytes.overflow || duration.overflow ? nil : (bytes.partialValue, duration.partialValue)
        }
        // This loop cannot be long, because the box contains a row for each sample.
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

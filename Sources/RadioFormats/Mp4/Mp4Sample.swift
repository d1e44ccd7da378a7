/// The position, size and time of an MP4 sample: one encoded frame, or several.
struct Mp4Sample: Hashable {
    /// Offset in the segment or file, in bytes.
    var position: Int
    /// Length in bytes.
    var size: Int
    /// Presentation time in units of the track's timescale, before the edit list is applied; nil if unknown.
    var time: Int64?
    /// Number of the sample entry that describes the sample, counted from 1.
    var description: UInt32
}

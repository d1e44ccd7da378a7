/// Where a sample lies and when it is to be heard.
struct Mp4Sample: Hashable {
    /// Bytes of the segment before it.
    var position: Int
    /// Bytes.
    var size: Int
    /// Presentation time in units of the track's timescale, before the edit list; nil where that is not known.
    var time: Int64?
    /// Which sample entry describes it, counted from 1.
    var description: UInt32
}

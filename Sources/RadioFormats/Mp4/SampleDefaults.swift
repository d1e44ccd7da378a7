/// Values that apply to a fragment's samples unless the samples' rows in a `trun` box state others (ISO/IEC 14496-12
/// §8.8.3, §8.8.7).
struct SampleDefaults: Hashable, Sendable {
    /// Number of the sample entry, counted from 1.
    var description: UInt32 = 1
    /// Duration of a sample in units of the track's timescale.
    var duration: UInt32 = 0
    /// Length of a sample in bytes.
    var size: UInt32 = 0
}

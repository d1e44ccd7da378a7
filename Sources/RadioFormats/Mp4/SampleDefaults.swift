/// What holds for the samples of a fragment that do not say it themselves (ISO/IEC 14496-12 §8.8.3, §8.8.7).
struct SampleDefaults: Hashable, Sendable {
    /// Which sample entry describes them, counted from 1.
    var description: UInt32 = 1
    /// In units of the track's timescale.
    var duration: UInt32 = 0
    /// Bytes.
    var size: UInt32 = 0
}

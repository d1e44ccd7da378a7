import RadioFormats
import RadioLoop

/// How far a station's page was compared with its sound. A pure value.
struct PageTrial {
    /// A comparison ends without a verdict after so long.
    static let patience = Duration.seconds(90)

    /// A comparison is under way; nil while none is.
    var check: PageCheck?
    /// What came between the sound last.
    var soundTrack: TrackInfo?
    /// The next comparison, or the end of the one under way.
    var checkAt: MonotonicInstant?
    /// The page is not looked at until then.
    var avoidUntil: MonotonicInstant?
}

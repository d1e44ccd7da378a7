import RadioFormats
import RadioLoop

/// The state of the comparison of a station's status page with its stream. A pure value.
struct PageTrial {
    /// How long a comparison may last before it ends without a verdict.
    static let patience = Duration.seconds(90)

    /// The comparison in progress; nil if there is none.
    var check: PageCheck?
    /// The stream's last title.
    var soundTrack: TrackInfo?
    /// The time at which the next comparison begins or, during a comparison, at which it ends without a verdict.
    var checkAt: MonotonicInstant?
    /// The time from which the page may be read again; nil if it may be read now.
    var avoidUntil: MonotonicInstant?
}

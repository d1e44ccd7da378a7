import RadioFormats
import RadioLoop

/// The state of comparing a station's page with its stream. A pure value.
struct PageTrial {
    /// How long a comparison may last before it ends without a verdict.
    static let patience = Duration.seconds(90)

    /// The comparison in progress; nil if there is none.
    var check: PageCheck?
    /// The stream's last title.
    var soundTrack: TrackInfo?
    /// When the next comparison begins, or the current one ends.
    var checkAt: MonotonicInstant?
    /// When the page may be looked at again; nil if it may be looked at now.
    var avoidUntil: MonotonicInstant?
}

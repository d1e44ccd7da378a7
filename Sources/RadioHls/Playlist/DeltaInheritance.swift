/// The number of first segments in a delta update that inherit something from the last segment skipped.
///
/// They inherit because the tag that sets the value was skipped, too (rfc8216bis §6.2.5.1).
struct DeltaInheritance: Hashable, Sendable {
    /// The number of segments before the first EXT-X-KEY; ``Int/max`` for all.
    var keys = Int.max
    /// The number of segments before the first EXT-X-MAP.
    var map = Int.max
    /// The number of segments before the first EXT-X-BITRATE.
    var bitRate = Int.max
    /// The number of segments whose byte ranges continue that of the last segment skipped, one after the other.
    var byteRanges = 0
    /// The number of segments before the first EXT-X-KEY whose own EXT-X-MAP inherits its keys, too.
    var mapKeys = 0
}

/// How many of the first segments of a delta update take something from the last segment skipped, since the tag that says
/// it was skipped too (rfc8216bis §6.2.5.1).
struct DeltaInheritance: Hashable, Sendable {
    /// Before the first EXT-X-KEY; ``Int/max``: all.
    var keys = Int.max
    /// Before the first EXT-X-MAP.
    var map = Int.max
    /// Before the first EXT-X-BITRATE.
    var bitRate = Int.max
    /// Whose byte range continues that of the last segment skipped, one after the other.
    var byteRanges = 0
    /// EXT-X-MAPs before the first EXT-X-KEY: for those segments the map's keys are inherited too.
    var mapKeys = 0
}

/// For each property, the number of segments at the start of a delta update that inherit it from the last skipped
/// segment.
///
/// A segment inherits a property if the tag that sets the property was skipped, too (rfc8216bis §6.2.5.1).
struct DeltaInheritance: Hashable, Sendable {
    /// The number of segments before the first EXT-X-KEY; ``Int/max`` for all.
    var keys = Int.max
    /// The number of segments before the first EXT-X-MAP.
    var map = Int.max
    /// The number of segments before the first EXT-X-BITRATE.
    var bitRate = Int.max
    /// The number of segments whose byte ranges continue, one after the other, the range of the last skipped segment.
    var byteRanges = 0
    /// Segments from number ``map`` up to this number have their own EXT-X-MAP, which inherits the keys because it
    /// precedes the first EXT-X-KEY. Zero if there are none.
    var mapKeys = 0
}

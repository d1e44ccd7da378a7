/// For each property, the number of segments at the start of a delta update that inherit it from the last skipped
/// segment.
///
/// A segment inherits a property if the tag that sets the property was skipped, too (rfc8216bis §6.2.5.1). In a whole
/// playlist, only ``byteRanges`` may be above zero.
struct DeltaInheritance: Hashable, Sendable {
    /// The number of segments before the update's first EXT-X-KEY; ``Int/max`` if it has none.
    var keys = Int.max
    /// The number of segments before the update's first EXT-X-MAP; ``Int/max`` if it has none.
    var map = Int.max
    /// The number of segments before the update's first EXT-X-BITRATE; ``Int/max`` if it has none.
    var bitRate = Int.max
    /// The number of segments before the first byte range with an offset; zero if they have no byte ranges. The first
    /// byte range continues that of the last skipped or removed segment, and each further one continues the range
    /// before it. Until the end of the removed range is known, their offsets count from there.
    var byteRanges = 0
    /// The segments from index ``map`` up to, but not including, this index have an EXT-X-MAP that precedes the
    /// update's first EXT-X-KEY. Such a map inherits the keys. Zero if there are no such segments.
    var mapKeys = 0
}

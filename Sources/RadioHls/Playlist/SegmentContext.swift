/// The properties that tags set for all following segments, until another tag changes them.
///
/// Segments with the same context share one object.
final class SegmentContext: Hashable, Sendable {
    /// EXT-X-KEY: the keys of the segments, one for each key format; empty if the segments are not encrypted.
    let keys: [SegmentKey]
    /// EXT-X-MAP: the init section of the segments; nil if there is none.
    let map: InitSection?
    /// EXT-X-BITRATE: the approximate bit rate of the segments in kbit/s; nil if there is no such tag.
    let bitRate: Int?

    init(keys: [SegmentKey], map: InitSection?, bitRate: Int?) {
        self.keys = keys
        self.map = map
        self.bitRate = bitRate
    }

    /// Returns a context with these properties; nil if all of them are empty or nil.
    static func of(keys: [SegmentKey], map: InitSection?, bitRate: Int?) -> SegmentContext? {
        keys.isEmpty && map == nil && bitRate == nil ? nil : SegmentContext(keys: keys, map: map, bitRate: bitRate)
    }

    static func == (left: SegmentContext, right: SegmentContext) -> Bool {
        left === right || (left.keys == right.keys && left.map == right.map && left.bitRate == right.bitRate)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(keys)
        hasher.combine(map)
        hasher.combine(bitRate)
    }

    /// Returns the number of bytes that the context takes, without those that it shares with another context.
    func footprint(after other: SegmentContext?) -> Int {
        var bytes = Footprint.object(MemoryLayout<InitSection>.stride + 32)
        bytes += Self.footprint(of: keys, after: other?.keys)
        guard let map else { return bytes }
        if map.uri != other?.map?.uri { bytes += Footprint.text(map.uri) }
        return bytes + Self.footprint(of: map.keys, after: keys)
    }

    /// Returns the number of bytes that a list of keys takes. For a key that is also in the other list, only its entry
    /// in this list counts.
    private static func footprint(of keys: [SegmentKey], after other: [SegmentKey]?) -> Int {
        guard keys != other else { return 0 }
        let known = Set(other ?? [])
        return keys.reduce(Footprint.array(keys)) { $0 + (known.contains($1) ? 0 : $1.footprint) }
    }
}

/// What tags say of all segments that follow, until another says something else: one for as many segments as have it
/// in common.
final class SegmentContext: Hashable, Sendable {
    /// EXT-X-KEY.
    let keys: [SegmentKey]
    /// EXT-X-MAP.
    let map: InitSection?
    /// EXT-X-BITRATE in kbit/s.
    let bitRate: Int?

    init(keys: [SegmentKey], map: InitSection?, bitRate: Int?) {
        self.keys = keys
        self.map = map
        self.bitRate = bitRate
    }

    /// nil where it says nothing.
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

    /// What it takes, beside what it has in common with another.
    func footprint(after other: SegmentContext?) -> Int {
        var bytes = Footprint.object(MemoryLayout<InitSection>.stride + 32)
        bytes += Self.footprint(of: keys, after: other?.keys)
        guard let map else { return bytes }
        if map.uri != other?.map?.uri { bytes += Footprint.text(map.uri) }
        return bytes + Self.footprint(of: map.keys, after: keys)
    }

    /// Keys that are new take what they refer to; the list itself is a new one with each change.
    private static func footprint(of keys: [SegmentKey], after other: [SegmentKey]?) -> Int {
        guard keys != other else { return 0 }
        let known = Set(other ?? [])
        return keys.reduce(Footprint.array(keys)) { $0 + (known.contains($1) ? 0 : $1.footprint) }
    }
}

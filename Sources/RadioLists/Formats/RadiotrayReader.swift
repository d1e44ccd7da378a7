import RadioFormats
import RadioJSON

/// Reads radiotray-ng's `bookmarks.json`: a list of groups, each with a name and a list of stations.
///
/// A group's name becomes a tag of its stations. The stations of the group `root` get no tag: radiotray-ng stores
/// stations without a group there.
struct RadiotrayReader {
    private enum Member { case group, stations }
    private static let members = JSONNames<Member>(["group": .group, "stations": .stations])
    private static let fields = JSONNames<StationField>(["name": .name, "url": .url, "image": .artworkURL])

    private var collector = StationCollector()

    static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(StationListError) -> StationList {
        var reader = RadiotrayReader()
        try JSONItems.read(bytes, .radiotray) { (cursor) throws(JSONError) in
            if try cursor.kind == .object { try reader.readGroup(&cursor) } else { try cursor.skip() }
        }
        return StationList(reader.collector, format: .radiotray)
    }

    /// Reads a group with its stations.
    private mutating func readGroup(_ cursor: inout JSONCursor) throws(JSONError) {
        var group = ""
        // A cursor before the list of the group's stations. The stations are read last, because the group's name may
        // come after them.
        var stations: JSONCursor?
        try cursor.enter()
        while try cursor.nextMember() {
            switch try cursor.name(in: Self.members) {
            case .group where try cursor.kind == .string: group = try cursor.string()
            case .stations:
                stations = try cursor.kind == .array ? cursor : nil
                try cursor.skip()
            case .group, nil: try cursor.skip()
            }
        }
        guard var inside = stations else { return }
        try inside.enter()
        while try inside.nextItem() {
            if var draft = collector.next() {
                if group != "root" { draft.takeTags([group]) }
                try Self.readStation(&inside, &draft)
                collector.add(&draft)
            } else {
                try inside.skip()
            }
        }
    }

    private static func readStation(
        _ cursor: inout JSONCursor, _ draft: inout StationDraft
    ) throws(JSONError) {
        guard try draft.enter(&cursor) else { return }
        while try cursor.nextMember() {
            if let field = try cursor.name(in: fields), try cursor.kind == .string {
                draft.take(try cursor.string(), as: field)
            } else {
                try cursor.skip()
            }
        }
    }
}

/// The white space of a JSON object or list. Another object or list can be written in the same style.
struct JSONStyle {
    /// White space before the first member.
    var outer: [UInt8]
    /// White space before the closing bracket.
    var closing: [UInt8]
    /// The comma between two members, with white space.
    var gap: [UInt8]
    /// The colon between a name and its value, with white space.
    var colon: [UInt8]

    /// The style in which ``StationListWriter`` writes a station.
    static let station = JSONStyle(
        outer: Array("\n      ".utf8), closing: Array("\n    ".utf8), gap: Array(",\n      ".utf8),
        colon: Array(": ".utf8))
    /// The style in which ``StationListWriter`` writes the list of stations.
    static let list = JSONStyle(
        outer: Array("\n    ".utf8), closing: Array("\n  ".utf8), gap: Array(",\n    ".utf8), colon: Array(": ".utf8))

    /// Creates the style of an existing station, so that others are written alike. Returns nil if the station has fewer
    /// than two members.
    init?(like layout: JSONLayout, in bytes: [UInt8]) {
        guard layout.parts.count > 1, let colon = layout.colon(bytes) else { return nil }
        outer = Array(bytes[layout.prefix])
        closing = Array(bytes[layout.suffix])
        gap = Array(bytes[layout.gap(before: layout.parts.count - 1)])
        self.colon = colon
    }

    private init(outer: [UInt8], closing: [UInt8], gap: [UInt8], colon: [UInt8]) {
        self.outer = outer
        self.closing = closing
        self.gap = gap
        self.colon = colon
    }

    /// Returns the text of a member.
    func member(_ name: String, _ value: [UInt8]) -> [UInt8] {
        Array("\"\(name)\"".utf8) + colon + value
    }

    /// Returns the text of an object with these members.
    func object(_ members: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "{")] + outer + Array(members.joined(separator: gap)) + closing + [UInt8(ascii: "}")]
    }
}

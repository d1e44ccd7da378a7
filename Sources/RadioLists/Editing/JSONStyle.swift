/// How an object is written: its white space, taken from another object of the same text.
struct JSONStyle {
    /// Before the first member, and behind the comma before others.
    var outer: [UInt8]
    /// Before the closing bracket.
    var closing: [UInt8]
    /// Between two members, with the comma.
    var gap: [UInt8]
    /// Between a name and its value.
    var colon: [UInt8]

    /// As ``StationListWriter`` writes the members of a station.
    static let station = JSONStyle(
        outer: Array("\n      ".utf8), closing: Array("\n    ".utf8), gap: Array(",\n      ".utf8),
        colon: Array(": ".utf8))
    /// As it writes the list of stations.
    static let list = JSONStyle(
        outer: Array("\n    ".utf8), closing: Array("\n  ".utf8), gap: Array(",\n    ".utf8), colon: Array(": ".utf8))

    /// Like a station that is there.
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

    /// A member's name with its value.
    func member(_ name: String, _ value: [UInt8]) -> [UInt8] {
        Array("\"\(name)\"".utf8) + colon + value
    }

    /// An object of these members.
    func object(_ members: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "{")] + outer + Array(members.joined(separator: gap)) + closing + [UInt8(ascii: "}")]
    }
}

/// Answers of name servers, as bytes (RFC 1035 §4.1).
enum NameAnswer {
    static func labels(_ name: String) -> [UInt8] {
        name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    }

    static func name(_ name: String) -> [UInt8] { labels(name) + [0] }

    /// An answer to a question for a name: records of that name, each a type and its data.
    static func message(_ question: [UInt8], _ type: UInt8, id: [UInt8] = [0, 1], _ records: [(UInt8, [UInt8])])
        -> [UInt8]
    {
        id + [0x81, 0x80, 0, 1, 0, UInt8(records.count), 0, 0, 0, 0] + question + [0, type, 0, 1]
            + records.flatMap { [0xC0, 12, 0, $0, 0, 1, 0, 0, 0, 60, 0, UInt8($1.count)] + $1 }
    }
}

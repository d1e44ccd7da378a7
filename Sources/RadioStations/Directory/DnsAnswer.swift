/// What a name server answered (RFC 1035 §4.1): the records that lead to servers. Pure.
struct DnsAnswer: Hashable, Sendable {
    enum Record: Hashable, Sendable {
        /// RFC 2782: the lowest priority first.
        case service(host: String, priority: UInt16)
        /// Four bytes, or sixteen.
        case address([UInt8])
        /// What an address is called.
        case host(String)
    }

    /// RFC 1035 §3.2.2, RFC 3596 §2.1, RFC 2782.
    enum Kind: UInt16, Hashable, Sendable {
        case a = 1
        case pointer = 12
        case aaaa = 28
        case service = 33
    }

    /// More records are not read.
    static let maximumRecords = 64
    /// Of a name, as it is written (RFC 1035 §2.3.4).
    static let maximumNameLength = 253

    var records: [Record] = []

    /// Nil where the bytes are no answer. What is broken in them ends the records.
    init?(_ message: [UInt8]) {
        // RFC 1035 §4.1.1: an answer (QR), without an error (RCODE).
        guard message.count >= 12, message[2] & 0x80 != 0, message[3] & 0x0F == 0 else { return nil }
        var place = 12
        for _ in 0..<Self.number(message, 4)! {
            guard let name = Self.name(message, at: place), name.end + 4 <= message.count else { return nil }
            place = name.end + 4
        }
        for _ in 0..<min(Int(Self.number(message, 6)!), Self.maximumRecords) {
            guard let name = Self.name(message, at: place), name.end + 10 <= message.count,
                let kind = Self.number(message, name.end), let length = Self.number(message, name.end + 8)
            else { return }
            let data = name.end + 10
            place = data + Int(length)
            guard place <= message.count else { return }
            if let record = Self.record(message, Kind(rawValue: kind), data..<place) { records.append(record) }
        }
    }

    private static func record(_ message: [UInt8], _ kind: Kind?, _ data: Range<Int>) -> Record? {
        switch kind {
        case .a: return data.count == 4 ? .address(Array(message[data])) : nil
        case .aaaa: return data.count == 16 ? .address(Array(message[data])) : nil
        case .pointer: return name(message, at: data.lowerBound).map { .host($0.text) }
        case .service:
            guard data.count > 6, let priority = number(message, data.lowerBound),
                let name = name(message, at: data.lowerBound + 6)
            else { return nil }
            return .service(host: name.text, priority: priority)
        case nil: return nil
        }
    }

    private static func number(_ message: [UInt8], _ place: Int) -> UInt16? {
        guard place + 2 <= message.count else { return nil }
        return UInt16(message[place]) << 8 | UInt16(message[place + 1])
    }

    /// A name in small letters, and where what follows it begins. Nil where it breaks off, or has other characters than those of
    /// hosts and services.
    private static func name(_ message: [UInt8], at start: Int) -> (text: String, end: Int)? {
        var text: [UInt8] = []
        var place = start
        var end: Int?
        // A pointer leads back (RFC 1035 §4.1.4), so following them comes to an end.
        var limit = start
        while place < message.count {
            let length = Int(message[place])
            switch length {
            case 0: return (String(decoding: text, as: UTF8.self), end ?? place + 1)
            case 1...63:
                guard place + 1 + length < message.count else { return nil }
                if !text.isEmpty { text.append(UInt8(ascii: ".")) }
                for byte in message[(place + 1)...(place + length)] {
                    guard let letter = letter(byte) else { return nil }
                    text.append(letter)
                }
                guard text.count <= maximumNameLength else { return nil }
                place += 1 + length
            case 0xC0...0xFF:
                guard place + 1 < message.count else { return nil }
                let target = (length & 0x3F) << 8 | Int(message[place + 1])
                guard target < limit else { return nil }
                end = end ?? place + 2
                (place, limit) = (target, target)
            case _: return nil
            }
        }
        return nil
    }

    private static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            byte
        case _: nil
        }
    }
}

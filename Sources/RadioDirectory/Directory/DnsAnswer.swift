import CResolver

/// What a name server answered (RFC 1035 §4.1), read by the C library: the records that lead to servers. Pure.
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

    /// Nil where the bytes are no answer, or a broken one.
    init?(_ message: [UInt8]) {
        let length = Int32(message.count)
        let count = longwave_answer_count(message, length)
        guard count >= 0 else { return nil }
        for number in 0..<min(count, Int32(Self.maximumRecords)) {
            var type: UInt16 = 0
            var (place, dataLength): (Int32, Int32) = (0, 0)
            guard longwave_answer_record(message, length, number, &type, &place, &dataLength) != 0 else { return nil }
            let data = Int(place)..<Int(place + dataLength)
            if let record = Self.record(message, Kind(rawValue: type), data) { records.append(record) }
        }
    }

    private static func record(_ message: [UInt8], _ kind: Kind?, _ data: Range<Int>) -> Record? {
        switch kind {
        case .a: return data.count == 4 ? .address(Array(message[data])) : nil
        case .aaaa: return data.count == 16 ? .address(Array(message[data])) : nil
        case .pointer: return name(message, at: data.lowerBound).map { .host($0) }
        case .service:
            // RFC 2782: priority, weight, port, target.
            guard data.count > 6, let name = name(message, at: data.lowerBound + 6) else { return nil }
            let priority = UInt16(message[data.lowerBound]) << 8 | UInt16(message[data.lowerBound + 1])
            return .service(host: name, priority: priority)
        case nil: return nil
        }
    }

    /// A name in small letters. Nil where it breaks off, or has other characters than those of hosts and services.
    private static func name(_ message: [UInt8], at place: Int) -> String? {
        var text = [CChar](repeating: 0, count: maximumNameLength + 1)
        guard longwave_answer_name(message, Int32(message.count), Int32(place), &text, Int32(text.count)) != 0
        else { return nil }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        guard bytes.allSatisfy(isOfHosts) else { return nil }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    private static func isOfHosts(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case _:
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
        }
    }
}

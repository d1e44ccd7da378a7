import RadioFormats

extension DateRange {
    /// The largest number of bytes of metadata for one range. Metadata stays in memory as long as the sound it belongs
    /// to.
    private static let maximumBytes = 16 << 10

    /// The range as metadata of the sound at the range's start.
    ///
    /// The metadata contains the attributes, written in a fixed order, within ``maximumBytes``.
    package var timedMetadata: TimedMetadata {
        var list = ["ID=" + Self.quoted(id)]
        if let kind { list.append("CLASS=" + Self.quoted(kind)) }
        for (name, bytes) in scte35.sorted(by: { $0.key < $1.key }) { list.append("\(name)=0x" + Self.digits(bytes)) }
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .text(let text): list.append("\(name)=" + Self.quoted(text))
            case .number(let number): list.append("\(name)=\(number)")
            case .bytes(let bytes): list.append("\(name)=0x" + Self.digits(bytes))
            }
        }
        var room = Self.maximumBytes
        list = list.filter { item in
            guard item.utf8.count < room else { return false }
            room -= item.utf8.count + 1
            return true
        }
        return TimedMetadata(kind: .dateRange, raw: Array(list.joined(separator: ",").utf8))
    }

    /// Returns a text in quotation marks. The text cannot contain quotation marks or line ends (RFC 8216 §4.2).
    private static func quoted(_ text: String) -> String { "\"\(text)\"" }

    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16, uppercase: true) + String($0 & 15, radix: 16, uppercase: true) }.joined()
    }
}

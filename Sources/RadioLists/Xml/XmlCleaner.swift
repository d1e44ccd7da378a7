import RadioText

/// Converts a list, which may not be valid XML, to text that an XML parser can read completely.
///
/// The result is in UTF-8, without XML declaration, comments and document types. Each `&` and `<` that is not markup is
/// escaped. Entity declarations are removed, so that the parser expands no entity of the list. An element has at most
/// ``XmlAttributes/maximumCount`` attributes, because libxml2 compares each attribute with all others.
struct XmlCleaner {
    /// The place of a byte in a start tag, as HTML divides tags (HTML §13.2.5).
    private enum Place: Equatable {
        case text, tagName, gap, attributeName, afterName, valueStart, unquotedValue
        case quotedValue(UInt8)
    }

    /// Maximum number of attributes of the whole list that declare a namespace. libxml2 looks every prefix up in the
    /// list of all declared namespaces.
    static let maximumNamespaces = 1000
    /// Approximate size in bytes of the chunks in which the cleaned text is passed to the parser.
    static let chunkSize = 32 << 10

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var output: [UInt8] = []
    private var place = Place.text
    /// Number of attributes of the current tag so far.
    private var attributeCount = 0
    private var namespaceCount = 0
    /// True while the bytes belong to an attribute that is left out.
    private var isLeftOut = false

    /// - Parameters:
    ///   - bytes: the list, in the charset that its XML declaration names.
    ///   - handOn: receives the chunks of cleaned text in order, and returns false to stop the cleaning.
    static func clean(_ bytes: UnsafeBufferPointer<UInt8>, _ handOn: (UnsafeBufferPointer<UInt8>) -> Bool) {
        let label = declaredCharset(bytes)
        if label == nil || label.flatMap({ Charset($0) }) == .utf8, isUTF8(bytes) {
            var cleaner = XmlCleaner(bytes: bytes)
            cleaner.run(handOn)
        } else {
            let text = Array(TextDecoding.decode(Array(bytes), charset: label).utf8)
            text.withUnsafeBufferPointer {
                var cleaner = XmlCleaner(bytes: $0)
                cleaner.run(handOn)
            }
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        output.reserveCapacity(Self.chunkSize + 64)
    }

    // MARK: Charset

    /// Returns the charset in `<?xml version="1.0" encoding="…"?>` (XML 1.0 §4.3.3).
    private static func declaredCharset(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let head = String(decoding: bytes.prefix(256), as: UTF8.self)
        guard let start = head.firstRange(of: "<?xml"), let end = head[start.upperBound...].firstRange(of: "?>"),
            let name = head[start.upperBound..<end.lowerBound].firstRange(of: "encoding")
        else { return nil }
        let value = head[name.upperBound..<end.lowerBound].drop { " \t\r\n=".contains($0) }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        return String(value.dropFirst().prefix { $0 != quote })
    }

    private static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }

    // MARK: Text

    /// Cleans the whole text and passes it to `handOn` in chunks.
    private mutating func run(_ handOn: (UnsafeBufferPointer<UInt8>) -> Bool) {
        while position < bytes.count {
            if place != .text { follow(bytes[position]) }
            switch bytes[position] {
            case _ where isLeftOut: position += 1
            case UInt8(ascii: "<"): markup()
            case UInt8(ascii: "&"): reference()
            case 0x09, 0x0A, 0x0D, 0x20...0xFF: copy(1)
            // A control character becomes a space, because XML does not allow it (XML 1.0 §2.2).
            case _:
                output.append(0x20)
                position += 1
            }
            if output.count >= Self.chunkSize, !flush(handOn) { return }
        }
        _ = flush(handOn)
    }

    private mutating func flush(_ handOn: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        defer { output.removeAll(keepingCapacity: true) }
        return output.isEmpty || output.withUnsafeBufferPointer(handOn)
    }

    private mutating func copy(_ count: Int) {
        output.append(contentsOf: bytes[position..<(position + count)])
        position += count
    }

    private func follows(_ text: StaticString) -> Bool {
        bytes[position...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    // MARK: Tags

    /// Follows a tag to its next byte: counts its attributes, and decides whether the byte is left out.
    private mutating func follow(_ byte: UInt8) {
        let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte)
        switch (place, byte) {
        case (.quotedValue(let quote), _): if byte == quote { place = .gap }
        case (_, UInt8(ascii: ">")): (place, isLeftOut) = (.text, false)
        case (.valueStart, UInt8(ascii: "\"")), (.valueStart, UInt8(ascii: "'")): place = .quotedValue(byte)
        case (.attributeName, UInt8(ascii: "=")), (.afterName, UInt8(ascii: "=")): place = .valueStart
        case (.valueStart, _): if !isBlank { place = .unquotedValue }
        case (.attributeName, _): if isBlank { place = .afterName }
        case (.tagName, _), (.unquotedValue, _): if isBlank { place = .gap }
        case (.gap, _), (.afterName, _): if !isBlank, byte != UInt8(ascii: "/") { beginAttribute() }
        case (.text, _): break
        }
    }

    private mutating func beginAttribute() {
        place = .attributeName
        attributeCount += 1
        if follows("xmlns") { namespaceCount += 1 }
        isLeftOut =
            attributeCount > XmlAttributes.maximumCount
            || follows("xmlns") && namespaceCount > Self.maximumNamespaces
    }

    // MARK: Markup

    /// Copies a tag's beginning, skips markup without content, such as comments, and escapes any other `<`.
    private mutating func markup() {
        if follows("<!--") {
            skip(past: "-->")
        } else if follows("<?") {
            skip(past: "?>")
        } else if follows("<![CDATA[") {
            section()
        } else if follows("<!") {
            skipDeclaration()
        } else if let next = bytes[position...].dropFirst().first, Self.beginsName(next) || next == UInt8(ascii: "/") {
            if place == .text { (place, attributeCount) = (.tagName, 0) }
            copy(1)
        } else {
            // A `<` that begins no markup is text, as in `I <3 Radio`.
            output.append(contentsOf: "&lt;".utf8)
            position += 1
        }
    }

    private static func beginsName(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private mutating func skip(past end: StaticString) {
        position += 2
        while position < bytes.count, !follows(end) { position += 1 }
        position = min(bytes.count, position + end.utf8CodeUnitCount)
    }

    /// Skips a document type, including declarations in brackets (XML 1.0 §2.8).
    private mutating func skipDeclaration() {
        var brackets = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: ">") where brackets <= 0: return
            case _: break
            }
        }
    }

    /// Copies the content of a CDATA section as escaped text, because it contains no markup (XML 1.0 §2.7).
    private mutating func section() {
        position += 9
        while position < bytes.count, !follows("]]>") {
            switch bytes[position] {
            case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
            case 0x09, 0x0A, 0x0D, 0x20...0xFF: output.append(bytes[position])
            case _: output.append(0x20)
            }
            position += 1
        }
        position = min(bytes.count, position + 3)
    }

    // MARK: References

    /// Copies a reference, such as `&amp;`. References to XML's five entities and to character numbers are unchanged.
    /// An HTML entity is replaced by its character. An `&` that begins no known reference is escaped.
    private mutating func reference() {
        let head = bytes[position...].prefix(12)
        if let end = head.firstIndex(of: UInt8(ascii: ";")) {
            let text = String(decoding: bytes[position...end], as: UTF8.self)
            if Self.own.contains(text) || Self.isCharacter(text.dropFirst().dropLast()) {
                return copy(text.utf8.count)
            }
            let decoded = HTMLEntities.decode(text)
            if decoded != text, decoded.unicodeScalars.count == 1 {
                output.append(contentsOf: decoded.utf8)
                position = end + 1
                return
            }
        }
        output.append(contentsOf: "&amp;".utf8)
        position += 1
    }

    private static let own: Set = ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"]

    /// Returns whether a text is a character number, such as `#233` or `#xE9`, of a character that XML allows (XML 1.0
    /// §2.2).
    private static func isCharacter(_ text: Substring) -> Bool {
        guard text.hasPrefix("#") else { return false }
        let isHexadecimal = text.dropFirst().first == "x"
        let digits = text.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            Unicode.Scalar(value) != nil
        else { return false }
        return value >= 0x20 && value != 0xFFFE && value != 0xFFFF || value == 0x09 || value == 0x0A || value == 0x0D
    }
}

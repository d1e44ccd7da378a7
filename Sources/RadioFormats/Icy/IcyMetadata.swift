/// One ICY metadata block read into its fields: `StreamTitle='…';StreamUrl='…';`.
///
/// There is no escaping in this format, and titles hold quotes and semicolons. So the closing quote is the first one
/// that is followed by the end of the block, or by a semicolon and the end or another `key=`. Values stay bytes: which
/// charset they are in is another room's question.
package struct IcyMetadata: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        /// ASCII letters, digits, `_`, `-` and `.`, as sent.
        package var key: String
        package var value: [UInt8]

        package init(key: String, value: [UInt8]) {
            self.key = key
            self.value = value
        }
    }

    /// Bytes that are read; a block cannot be longer.
    package static let maximumLength = IcySplitter.maximumBlock
    /// Fields that are read; the rest is ignored.
    package static let maximumFieldCount = 64
    /// A longer run of letters before `=` is no key.
    package static let maximumKeyLength = 64

    /// The first `StreamTitle`, in any case; empty where the station says that nothing is named; nil where there is none.
    package var streamTitle: [UInt8]?
    /// The first `StreamUrl`, in any case.
    package var streamURL: [UInt8]?
    /// All other fields in their order.
    package var others: [Field] = []

    /// Reads a block, never failing: what cannot be read is left out.
    package init(_ block: UnsafeRawBufferPointer) {
        var reader = Reader(bytes: UnsafeRawBufferPointer(rebasing: block.prefix(Self.maximumLength)))
        for _ in 0..<Self.maximumFieldCount {
            guard let (key, value) = reader.nextField() else { return }
            let isTitle = Reader.isSame(key, Reader.titleKey)
            if isTitle, streamTitle == nil {
                streamTitle = Array(value)
            } else if !isTitle, Reader.isSame(key, Reader.urlKey), streamURL == nil {
                streamURL = Array(value)
            } else {
                others.append(Field(key: String(decoding: key, as: UTF8.self), value: Array(value)))
            }
        }
    }

    /// Reads a block that is already an array.
    package init(_ block: [UInt8]) {
        self = block.withUnsafeBytes { IcyMetadata($0) }
    }

    /// The first field with this name, in any case, the two named ones included.
    package subscript(key key: String) -> [UInt8]? {
        let wanted = key.lowercased()
        if wanted == "streamtitle" { return streamTitle }
        if wanted == "streamurl" { return streamURL }
        return others.first { $0.key.lowercased() == wanted }?.value
    }
}

extension IcyMetadata {
    /// A walk over the fields of one block.
    private struct Reader {
        typealias Bytes = Slice<UnsafeRawBufferPointer>

        static let titleKey = Array("streamtitle".utf8)
        static let urlKey = Array("streamurl".utf8)

        let bytes: UnsafeRawBufferPointer
        var at = 0

        init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        mutating func nextField() -> (key: Bytes, value: Bytes)? {
            while let equals = bytes[at...].firstIndex(of: UInt8(ascii: "=")) {
                // Whatever stands before the key is garbage from an earlier field.
                var start = equals
                while start > at, equals - start < IcyMetadata.maximumKeyLength, Self.isKeyByte(bytes[start - 1]) {
                    start -= 1
                }
                // What a NUL outside of a value follows is left over from an older block.
                if at > 0, bytes[at..<start].contains(0) { break }
                at = equals + 1
                if start < equals { return (bytes[start..<equals], value()) }
            }
            at = bytes.count
            return nil
        }

        /// The value that begins at `at`; moves behind it.
        private mutating func value() -> Bytes {
            guard at < bytes.count else { return bytes[at..<at] }
            let quote = bytes[at]
            guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return bareValue() }
            let start = at + 1
            var lastBeforeSemicolon: Int?
            var index = start
            while index < bytes.count {
                if bytes[index] == quote {
                    switch what(follows: index + 1) {
                    case .field, .end:
                        at = index + 1
                        return bytes[start..<index]
                    case .semicolon: lastBeforeSemicolon = index
                    case .other: break
                    }
                } else if let end = lastBeforeSemicolon, bytes[index] == UInt8(ascii: ";"), isNamedField(at: index + 1)
                {
                    // `StreamTitle='x';garbage;StreamUrl='…`: the garbage belongs to no field.
                    at = index
                    return bytes[start..<end]
                }
                index += 1
            }
            // Cut off, or garbage behind the last `';`.
            let end = lastBeforeSemicolon ?? bytes.count
            at = bytes.count
            return bytes[start..<end]
        }

        /// A value without quotes ends before a semicolon with a field or the end behind it.
        private mutating func bareValue() -> Bytes {
            let start = at
            var index = start
            while index < bytes.count, bytes[index] != 0 {
                if bytes[index] == UInt8(ascii: ";") {
                    switch what(follows: index) {
                    case .field, .end:
                        at = index
                        return bytes[start..<index]
                    case .semicolon, .other: break
                    }
                    if isBeginningOfNamedKey(index + 1) { break }
                }
                index += 1
            }
            at = bytes.count
            return bytes[start..<index]
        }

        private enum Following {
            /// A semicolon with `key=` behind it.
            case field
            /// Nothing, or only a semicolon, or NULs.
            case end
            /// A semicolon with something else behind it.
            case semicolon
            case other
        }

        private func what(follows position: Int) -> Following {
            var index = skipBlanks(position)
            if index == bytes.count || bytes[index] == 0 { return .end }
            guard bytes[index] == UInt8(ascii: ";") else { return .other }
            index = skipBlanks(index + 1)
            if index == bytes.count || bytes[index] == 0 { return .end }
            return keyEnd(from: index) == nil ? .semicolon : .field
        }

        /// Where the key that begins at `start` ends, if it is one and `=` follows it.
        private func keyEnd(from start: Int) -> Int? {
            var index = start
            while index < bytes.count, index - start <= IcyMetadata.maximumKeyLength, Self.isKeyByte(bytes[index]) {
                index += 1
            }
            let isKey = (1...IcyMetadata.maximumKeyLength).contains(index - start)
            return isKey && index < bytes.count && bytes[index] == UInt8(ascii: "=") ? index : nil
        }

        /// Whether `StreamTitle=` or `StreamUrl=` stands there.
        private func isNamedField(at position: Int) -> Bool {
            let start = skipBlanks(position)
            guard let end = keyEnd(from: start) else { return false }
            return Self.isSame(bytes[start..<end], Self.titleKey) || Self.isSame(bytes[start..<end], Self.urlKey)
        }

        /// Whether the block breaks off inside `StreamTitle` or `StreamUrl`.
        private func isBeginningOfNamedKey(_ position: Int) -> Bool {
            let rest = bytes[min(skipBlanks(position), bytes.count)...].prefix(Self.titleKey.count)
            guard rest.count >= 3, rest.endIndex == bytes.count else { return false }
            return Self.isSame(rest, Self.titleKey.prefix(rest.count))
                || Self.isSame(rest, Self.urlKey.prefix(rest.count))
        }

        /// Behind at most 16 blanks.
        private func skipBlanks(_ position: Int) -> Int {
            var index = position
            while index < bytes.count, index - position < 16, Self.isBlank(bytes[index]) { index += 1 }
            return index
        }

        private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

        private static func isKeyByte(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E: true
            default: false
            }
        }

        /// - Parameter lowercase: ASCII in lower case.
        static func isSame(_ key: Bytes, _ lowercase: some Collection<UInt8>) -> Bool {
            key.count == lowercase.count
                && zip(key, lowercase).allSatisfy { ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1 }
        }
    }
}

/// The fields of one ICY metadata block: `StreamTitle='…';StreamUrl='…';`.
///
/// The format has no escaping, and titles contain quotes and semicolons. The closing quote is therefore the first quote
/// that is followed by the end of the block, or by a semicolon and then the end or another `key=`. Values stay bytes,
/// because the reader does not know their charset.
package struct IcyMetadata: Hashable, Sendable {
    /// One field of a block.
    package struct Field: Hashable, Sendable {
        /// Name as sent: ASCII letters, digits, `_`, `-` and `.`.
        package var key: String
        package var value: [UInt8]

        package init(key: String, value: [UInt8]) {
            self.key = key
            self.value = value
        }
    }

    /// Maximum number of bytes read of a block; no block of a stream can be longer.
    package static let maximumLength = IcySplitter.maximumBlock
    /// Maximum number of fields read; further fields are ignored.
    package static let maximumFieldCount = 64
    /// Maximum length of a key in bytes.
    package static let maximumKeyLength = 64

    /// Value of the first `StreamTitle` field, whose name may be in upper or lower case; nil if there is no such field.
    /// Empty if the field is there but the station names no title.
    package var streamTitle: [UInt8]?
    /// Value of the first `StreamUrl` field, whose name may be in upper or lower case; nil if there is no such field.
    package var streamURL: [UInt8]?
    /// All other fields, in order. Further `StreamTitle` and `StreamUrl` fields are among them.
    package var others: [Field] = []

    /// Reads a block. Skips the parts that cannot be read; never fails.
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

    /// Reads a block from an array.
    package init(_ block: [UInt8]) {
        self = block.withUnsafeBytes { IcyMetadata($0) }
    }

    /// The value of the first field with this name, in upper or lower case; nil if there is none. `StreamTitle` and
    /// `StreamUrl` can be looked up, too.
    package subscript(key key: String) -> [UInt8]? {
        let wanted = key.lowercased()
        if wanted == "streamtitle" { return streamTitle }
        if wanted == "streamurl" { return streamURL }
        return others.first { $0.key.lowercased() == wanted }?.value
    }
}

extension IcyMetadata {
    /// Walks over the fields of one block.
    private struct Reader {
        typealias Bytes = Slice<UnsafeRawBufferPointer>

        static let titleKey = Array("streamtitle".utf8)
        static let urlKey = Array("streamurl".utf8)

        let bytes: UnsafeRawBufferPointer
        var at = 0

        init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// Returns the next field and moves past it; nil at the end of the block.
        mutating func nextField() -> (key: Bytes, value: Bytes)? {
            while let equals = bytes[at...].firstIndex(of: UInt8(ascii: "=")) {
                // The key consists of the bytes directly before `=` that a key may contain. The bytes before the key
                // are garbage after the previous field.
                var start = equals
                while start > at, equals - start < IcyMetadata.maximumKeyLength, Self.isKeyByte(bytes[start - 1]) {
                    start -= 1
                }
                // Bytes after a NUL outside a value are left over from an older block.
                if at > 0, bytes[at..<start].contains(0) { break }
                at = equals + 1
                if start < equals { return (bytes[start..<equals], value()) }
            }
            at = bytes.count
            return nil
        }

        /// Returns the value that begins at `at` and moves past it.
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
            // The value is cut off, or only garbage follows the last `';`.
            let end = lastBeforeSemicolon ?? bytes.count
            at = bytes.count
            return bytes[start..<end]
        }

        /// Reads a value that no quotes enclose. It ends before a NUL, or before a semicolon that a field or the
        /// block's end follows.
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

        /// What follows a quote or a value.
        private enum Following {
            /// A semicolon followed by `key=`.
            case field
            /// The end of the block or a NUL, with or without a semicolon before it.
            case end
            /// A semicolon followed by something else.
            case semicolon
            case other
        }

        /// Classifies the bytes at `position`, not counting blanks.
        private func what(follows position: Int) -> Following {
            var index = skipBlanks(position)
            if index == bytes.count || bytes[index] == 0 { return .end }
            guard bytes[index] == UInt8(ascii: ";") else { return .other }
            index = skipBlanks(index + 1)
            if index == bytes.count || bytes[index] == 0 { return .end }
            return keyEnd(from: index) == nil ? .semicolon : .field
        }

        /// Returns the end of the key that begins at `start`; nil if no key followed by `=` begins there.
        private func keyEnd(from start: Int) -> Int? {
            var index = start
            while index < bytes.count, index - start <= IcyMetadata.maximumKeyLength, Self.isKeyByte(bytes[index]) {
                index += 1
            }
            let isKey = (1...IcyMetadata.maximumKeyLength).contains(index - start)
            return isKey && index < bytes.count && bytes[index] == UInt8(ascii: "=") ? index : nil
        }

        /// Returns whether `StreamTitle=` or `StreamUrl=` begins at `position`.
        private func isNamedField(at position: Int) -> Bool {
            let start = skipBlanks(position)
            guard let end = keyEnd(from: start) else { return false }
            return Self.isSame(bytes[start..<end], Self.titleKey) || Self.isSame(bytes[start..<end], Self.urlKey)
        }

        /// Returns whether a field name `StreamTitle` or `StreamUrl` begins at `position` and the block ends inside
        /// this name.
        private func isBeginningOfNamedKey(_ position: Int) -> Bool {
            let rest = bytes[min(skipBlanks(position), bytes.count)...].prefix(Self.titleKey.count)
            guard rest.count >= 3, rest.endIndex == bytes.count else { return false }
            return Self.isSame(rest, Self.titleKey.prefix(rest.count))
                || Self.isSame(rest, Self.urlKey.prefix(rest.count))
        }

        /// Returns the position after the blanks at `position`. Skips at most 16 blanks.
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

        /// Compares a key with a word, ignoring ASCII case.
        /// - Parameter lowercase: the word in lower case.
        static func isSame(_ key: Bytes, _ lowercase: some Collection<UInt8>) -> Bool {
            key.count == lowercase.count
                && zip(key, lowercase).allSatisfy { ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1 }
        }
    }
}

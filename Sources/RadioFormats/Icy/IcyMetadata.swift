/// The fields of one ICY metadata block: `StreamTitle='…';StreamUrl='…';`.
///
/// The format has no escaping, and titles contain quotes and semicolons. The closing quote is therefore the first quote
/// that is followed by the end of the block, or by a semicolon and then the end or another `key=`. Values are bytes and
/// not text, because the block does not state their charset.
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

    /// Maximum number of bytes that are read of a block. No block from an ICY stream can be longer.
    package static let maximumLength = IcySplitter.maximumBlock
    /// Maximum number of fields that are read of a block. Further fields are ignored.
    package static let maximumFieldCount = 64
    /// Maximum length of a field's name in bytes.
    package static let maximumKeyLength = 64

    /// Value of the block's first `StreamTitle` field, whose name may be in upper or lower case. Nil if the block has
    /// no such field; empty if the field has an empty value.
    package var streamTitle: [UInt8]?
    /// Value of the block's first `StreamUrl` field, whose name may be in upper or lower case; nil if the block has no
    /// such field.
    package var streamURL: [UInt8]?
    /// All other fields of the block, in order. A second `StreamTitle` or `StreamUrl` field is among them.
    package var others: [Field] = []

    /// Reads the fields of a block. Skips bytes that belong to no field.
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

    /// Reads the fields of a block. Skips bytes that belong to no field.
    package init(_ block: [UInt8]) {
        self = block.withUnsafeBytes { IcyMetadata($0) }
    }

    /// The value of the first field with the name `key`, in upper or lower case; nil if the block has no such field.
    /// `key` may also be `StreamTitle` or `StreamUrl`.
    package subscript(key key: String) -> [UInt8]? {
        let wanted = key.lowercased()
        if wanted == "streamtitle" { return streamTitle }
        if wanted == "streamurl" { return streamURL }
        return others.first { $0.key.lowercased() == wanted }?.value
    }
}

extension IcyMetadata {
    /// Reads the fields of one metadata block, one after another. `at` is the position of the next byte to read.
    private struct Reader {
        typealias Bytes = Slice<UnsafeRawBufferPointer>

        static let titleKey = Array("streamtitle".utf8)
        static let urlKey = Array("streamurl".utf8)

        let bytes: UnsafeRawBufferPointer
        var at = 0

        init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// Returns the next field and moves `at` past the field. Returns nil if no field is left.
        mutating func nextField() -> (key: Bytes, value: Bytes)? {
            while let equals = bytes[at...].firstIndex(of: UInt8(ascii: "=")) {
                // The key consists of the bytes before `=`, back to a byte that a key cannot contain. All bytes between
                // the previous field and this key are garbage.
                var start = equals
                while start > at, equals - start < IcyMetadata.maximumKeyLength, Self.isKeyByte(bytes[start - 1]) {
                    start -= 1
                }
                // A NUL outside a value ends the block. The bytes after it are left over from an older block.
                if at > 0, bytes[at..<start].contains(0) { break }
                at = equals + 1
                if start < equals { return (bytes[start..<equals], value()) }
            }
            at = bytes.count
            return nil
        }

        /// Returns the value that begins at `at`, and moves `at` past the value.
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
                    // In `StreamTitle='x';garbage;StreamUrl='…`, the value ends before `';garbage`, which belongs to no
                    // field.
                    at = index
                    return bytes[start..<end]
                }
                index += 1
            }
            // No closing quote was found. The value ends at the last quote before a semicolon, because only garbage
            // follows. Without such a quote, the value is cut off at the end of the block.
            let end = lastBeforeSemicolon ?? bytes.count
            at = bytes.count
            return bytes[start..<end]
        }

        /// Returns the value without quotes that begins at `at`, and moves `at` past the value. Such a value ends
        /// before a NUL, or before a semicolon that another field or the end of the block follows.
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

        /// What follows a place where a value may end.
        private enum Following {
            /// A semicolon and then another field, which begins with `key=`.
            case field
            /// The end of the block or a NUL, with or without a semicolon before it.
            case end
            /// A semicolon, but neither another field nor the end of the block after it.
            case semicolon
            case other
        }

        /// Returns what the block contains from `position` on. Ignores blanks before and after a semicolon.
        private func what(follows position: Int) -> Following {
            var index = skipBlanks(position)
            if index == bytes.count || bytes[index] == 0 { return .end }
            guard bytes[index] == UInt8(ascii: ";") else { return .other }
            index = skipBlanks(index + 1)
            if index == bytes.count || bytes[index] == 0 { return .end }
            return keyEnd(from: index) == nil ? .semicolon : .field
        }

        /// Returns the position of the `=` after the key that begins at `start`; nil if no key is there, or no `=`
        /// follows it.
        private func keyEnd(from start: Int) -> Int? {
            var index = start
            while index < bytes.count, index - start <= IcyMetadata.maximumKeyLength, Self.isKeyByte(bytes[index]) {
                index += 1
            }
            let isKey = (1...IcyMetadata.maximumKeyLength).contains(index - start)
            return isKey && index < bytes.count && bytes[index] == UInt8(ascii: "=") ? index : nil
        }

        /// Returns whether `StreamTitle=` or `StreamUrl=` is at `position`, in upper or lower case, after any blanks.
        private func isNamedField(at position: Int) -> Bool {
            let start = skipBlanks(position)
            guard let end = keyEnd(from: start) else { return false }
            return Self.isSame(bytes[start..<end], Self.titleKey) || Self.isSame(bytes[start..<end], Self.urlKey)
        }

        /// Returns whether the block's last bytes, from `position` on, are the first three or more letters of
        /// `StreamTitle` or `StreamUrl`, so that the field after this name was cut off.
        private func isBeginningOfNamedKey(_ position: Int) -> Bool {
            let rest = bytes[min(skipBlanks(position), bytes.count)...].prefix(Self.titleKey.count)
            guard rest.count >= 3, rest.endIndex == bytes.count else { return false }
            return Self.isSame(rest, Self.titleKey.prefix(rest.count))
                || Self.isSame(rest, Self.urlKey.prefix(rest.count))
        }

        /// Returns the position of the first byte from `position` on that is no blank. Skips at most 16 blanks.
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

        /// Returns whether two words are equal, ignoring the case of the ASCII letters in `key`.
        /// - Parameter lowercase: a word in lower case.
        static func isSame(_ key: Bytes, _ lowercase: some Collection<UInt8>) -> Bool {
            key.count == lowercase.count
                && zip(key, lowercase).allSatisfy { ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1 }
        }
    }
}

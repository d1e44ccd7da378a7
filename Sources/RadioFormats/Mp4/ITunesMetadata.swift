/// The items of an MP4 file's iTunes metadata (`moov/udta/meta/ilst`).
package struct ITunesMetadata: Hashable, Sendable {
    /// Maximum total length in bytes of all items besides the cover. An item that would exceed it is left out.
    static let maximumBytes = 64 << 10

    /// One item of the metadata.
    package struct Item: Hashable, Sendable {
        package enum Value: Hashable, Sendable {
            case text(String)
            case picture(EmbeddedPicture)
        }

        /// The four characters of the item's type, such as `©nam`. For a free-form item, its owner and name, such as
        /// `com.apple.iTunes.LABEL`.
        package var key: String
        package var value: Value
        /// The content of the item. The value was read from it.
        package var raw: [UInt8]
    }

    /// The items that are texts, numbers or pictures, in the order of the file.
    package private(set) var items: [Item] = []

    /// Reads items that ``metadata(movie:)`` returned.
    package init(_ raw: [UInt8]) {
        raw.withUnsafeBytes { bytes in
            var reader = BoxReader(bytes)
            while let box = reader.next() {
                guard let data = BoxReader.first("data", in: box.body), data.count > 8,
                    let value = Self.value(box.type, data)
                else { continue }
                var key = Self.name(box.type)
                if box.type == "----" {
                    // The text in both boxes follows four bytes of version and flags.
                    let parts = ["mean", "name"].compactMap { BoxReader.first($0, in: box.body)?.dropFirst(4) }
                    key = parts.map { String(decoding: $0.prefix(256), as: UTF8.self) }.joined(separator: ".")
                }
                items.append(Item(key: key, value: value, raw: Array(data[8...])))
            }
        }
    }

    /// The text of the first item with this key; nil if there is none.
    package subscript(key: String) -> String? {
        for item in items where item.key == key {
            if case .text(let text) = item.value { return text }
        }
        return nil
    }

    /// Returns the items of a movie as metadata, with at most one picture; nil if it has none.
    /// - Parameter movie: the body of the `moov` box.
    static func metadata(movie: UnsafeRawBufferPointer) -> TimedMetadata? {
        guard let items = GaplessInfo.items(movie) else { return nil }
        var room = maximumBytes
        var hasCover = false
        let raw = filtered(items) { type, body in
            if type == "covr" {
                guard !hasCover, let data = BoxReader.first("data", in: body) else { return nil }
                hasCover = true
                // An item may have several pictures.
                let count = body.baseAddress!.distance(to: data.baseAddress!) + data.count
                return count <= EmbeddedPicture.maximumLength + 64
                    ? UnsafeRawBufferPointer(rebasing: body[..<count]) : nil
            }
            guard body.count + 8 <= room else { return nil }
            room -= body.count + 8
            return body
        }
        return raw.isEmpty ? nil : TimedMetadata(kind: .itunes, raw: raw)
    }

    /// Returns items without their pictures.
    static func withoutPictures(_ raw: [UInt8]) -> [UInt8] {
        raw.withUnsafeBytes { filtered($0) { type, body in type == "covr" ? nil : body } }
    }

    /// Returns the boxes with the bodies that `part` returns; without the boxes for which it returns nil.
    private static func filtered(
        _ bytes: UnsafeRawBufferPointer,
        _ part: (FourCharacterCode, UnsafeRawBufferPointer) -> UnsafeRawBufferPointer?
    ) -> [UInt8] {
        var kept: [UInt8] = []
        var reader = BoxReader(bytes)
        while let box = reader.next() {
            guard let body = part(box.type, box.body) else { continue }
            for number in [UInt32(body.count + 8), box.type.value] {
                withUnsafeBytes(of: number.bigEndian) { kept += $0 }
            }
            kept += body
        }
        return kept
    }

    /// Returns the value in the body of a `data` box, which begins with the type of its content and a locale; nil if
    /// the type is not read.
    private static func value(_ item: FourCharacterCode, _ data: UnsafeRawBufferPointer) -> Item.Value? {
        var reader = ByteReader(data)
        let type = reader.read(UInt32.self)
        reader.skip(4)
        let content = reader.rest
        switch (type, item) {
        case (1, _): return .text(String(decoding: content, as: UTF8.self))
        case (2, _): return .text(Id3Text.values(Array(content)[...], .utf16BigEndian, atMost: 1)[0])
        case (13, "covr"), (14, "covr"):
            let mimeType = type == 13 ? "image/jpeg" : "image/png"
            return .picture(EmbeddedPicture(mimeType: mimeType, type: 3, description: "", bytes: Array(content)))
        case (0, "trkn"), (0, "disk"):
            // Two bytes of zeros, the number, and the number of all.
            reader.skip(2)
            let (number, all) = (reader.read(UInt16.self), reader.read(UInt16.self))
            return reader.isExhausted ? nil : .text(all > 0 ? "\(number)/\(all)" : "\(number)")
        case (21, _):
            guard (1...8).contains(content.count) else { return nil }
            let sign: Int64 = content[0] & 0x80 == 0 ? 0 : -1
            return .text("\(content.reduce(sign) { $0 << 8 | Int64($1) })")
        case _: return nil
        }
    }

    /// Returns an item's type as text. Its first character is often © (0xA9 in Latin-1).
    private static func name(_ type: FourCharacterCode) -> String {
        let bytes = withUnsafeBytes(of: type.value.bigEndian) { Array($0) }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

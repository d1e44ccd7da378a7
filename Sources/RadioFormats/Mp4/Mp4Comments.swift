/// iTunes's metadata of an MP4 file (`ilst`) as Vorbis comments: one reader of titles serves both.
enum Mp4Comments {
    /// Bytes of texts that are taken; an item that would not fit is left out.
    static let maximumBytes = 64 << 10

    /// By the item's name, whose first character is often 0xA9.
    private static let names: [FourCharacterCode: String] = [
        FourCharacterCode(0xA96E_616D): "TITLE", FourCharacterCode(0xA941_5254): "ARTIST",
        FourCharacterCode(0xA961_6C62): "ALBUM", "aART": "ALBUMARTIST", FourCharacterCode(0xA964_6179): "DATE",
        FourCharacterCode(0xA967_656E): "GENRE", FourCharacterCode(0xA977_7274): "COMPOSER",
        FourCharacterCode(0xA963_6D74): "COMMENT",
    ]

    /// - Parameter movie: the body of the `moov` box.
    /// - Returns: a comment header's bytes as ``VorbisComment`` reads them; nil where there is no text.
    static func bytes(movie: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let items = GaplessInfo.items(movie) else { return nil }
        var fields: [UInt8] = []
        var count: UInt32 = 0
        var reader = BoxReader(items)
        while let item = reader.next() {
            // The type of the data, 1 for UTF-8, and a locale.
            guard let name = names[item.type], let data = BoxReader.first("data", in: item.body), data.count > 8,
                data[..<4].elementsEqual([0, 0, 0, 1]), fields.count + data.count <= maximumBytes
            else { continue }
            let field = Array("\(name)=".utf8) + data[8...]
            fields += little(UInt32(field.count)) + field
            count += 1
        }
        return count > 0 ? little(0) + little(count) + fields : nil
    }

    private static func little(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}

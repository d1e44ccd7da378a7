/// Converts an MP4 file's iTunes metadata (`ilst`) to Vorbis comments, so that the same code reads the titles of MP4
/// and Ogg.
enum Mp4Comments {
    /// Maximum total length of all texts in bytes. A text that would exceed it is left out.
    static let maximumBytes = 64 << 10

    /// Names of Vorbis comment fields by the type of the iTunes item with the same meaning. The first character of many
    /// types is 0xA9 (©).
    private static let names: [FourCharacterCode: String] = [
        FourCharacterCode(0xA96E_616D): "TITLE", FourCharacterCode(0xA941_5254): "ARTIST",
        FourCharacterCode(0xA961_6C62): "ALBUM", "aART": "ALBUMARTIST", FourCharacterCode(0xA964_6179): "DATE",
        FourCharacterCode(0xA967_656E): "GENRE", FourCharacterCode(0xA977_7274): "COMPOSER",
        FourCharacterCode(0xA963_6D74): "COMMENT",
    ]

    /// Returns the cover as a `flacPicture`, if there is one, and then the texts as a `vorbisComment`.
    ///
    /// Returns no metadata if the file has no texts.
    /// - Parameter movie: the body of the `moov` box.
    static func metadata(movie: UnsafeRawBufferPointer) -> [TimedMetadata] {
        guard let items = GaplessInfo.items(movie) else { return [] }
        var fields: [UInt8] = []
        var count: UInt32 = 0
        var metadata: [TimedMetadata] = []
        var reader = BoxReader(items)
        while let item = reader.next() {
            guard let data = BoxReader.first("data", in: item.body), data.count > 8 else { continue }
            // A `data` box begins with the type of its content, followed by a locale.
            let type = data.loadUnaligned(as: UInt32.self).bigEndian
            if item.type == "covr", metadata.isEmpty, data.count <= FlacFramer.maximumBlock,
                let mimeType = pictureTypes[type]
            {
                let cover = EmbeddedPicture(mimeType: mimeType, type: 3, description: "", bytes: Array(data[8...]))
                metadata.add(flacPicture: cover.frontCoverBlock)
            }
            guard let name = names[item.type], type == 1, fields.count + data.count <= maximumBytes else { continue }
            let field = Array("\(name)=".utf8) + data[8...]
            fields += little(UInt32(field.count)) + field
            count += 1
        }
        guard count > 0 else { return [] }
        return metadata + [TimedMetadata(kind: .vorbisComment, raw: little(0) + little(count) + fields)]
    }

    /// Media types of covers by the number that the `data` box states as the type of its content.
    private static let pictureTypes: [UInt32: String] = [13: "image/jpeg", 14: "image/png"]

    private static func little(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}

/// Reads the chapters of an MP4 file.
enum Mp4Chapters {
    /// Number of bytes that are read of a sample of a text track.
    static let maximumText = 1024

    /// Returns the text of a sample of a text track: its length in two bytes, then the text in UTF-8 or, after a byte
    /// order mark, UTF-16.
    static func text(_ sample: UnsafeRawBufferPointer) -> String {
        var reader = ByteReader(sample)
        let length = Int(reader.read(UInt16.self))
        let text = Array(reader.rest.prefix(length))
        let isUTF16 = text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE])
        return isUTF16 ? Id3Text.values(text[...], .utf16, atMost: 1)[0] : String(decoding: text, as: UTF8.self)
    }

    /// Reads the chapters in Nero's format (`moov/udta/chpl`), which most programs write, up to the first invalid one.
    /// The format allows at most 255 chapters.
    /// - Parameter movie: the body of the `moov` box.
    static func chapters(movie: UnsafeRawBufferPointer) -> [Chapter] {
        guard let box = BoxReader.first(["udta", "chpl"], in: movie) else { return [] }
        var reader = ByteReader(box)
        let hasReserve = reader.read(UInt32.self) >> 24 > 0
        if hasReserve { reader.skip(4) }
        let count = reader.read(UInt8.self)
        var chapters: [Chapter] = []
        for _ in 0..<count {
            // The chapter's start is stated in tenths of a microsecond.
            let start = reader.read(UInt64.self)
            let length = Int(reader.read(UInt8.self))
            let title = reader.rest.prefix(length)
            reader.skip(length)
            guard !reader.isExhausted, start <= UInt64(UInt32.max) * 10_000_000 else { break }
            chapters.append(
                Chapter(
                    start: MediaTime(value: Int64(start), timescale: 10_000_000),
                    title: String(decoding: title, as: UTF8.self)))
        }
        return Chapter.ordered(chapters)
    }
}

/// The chapters of an MP4 file in Nero's format (`moov/udta/chpl`), which most programs write. The format allows at
/// most 255 chapters.
enum Mp4Chapters {
    /// Reads the chapters up to the first invalid one.
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
        return chapters
    }
}

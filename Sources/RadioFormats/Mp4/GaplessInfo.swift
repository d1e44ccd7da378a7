/// Apple's `iTunSMPB` metadata, which states how many samples an encoder added at the beginning and end. It is used for
/// files without an edit list.
struct GaplessInfo: Hashable {
    /// Number of samples that the encoder added before the sound.
    var delay: Int64
    /// Number of samples of the sound itself.
    var count: Int64

    /// Reads the free-form metadata item `iTunSMPB`. Returns nil if it is missing or invalid.
    /// - Parameter movie: the body of the `moov` box.
    init?(movie: UnsafeRawBufferPointer) {
        guard let items = Self.items(movie) else { return nil }
        var reader = BoxReader(items)
        while let item = reader.next() {
            guard item.type == "----", let name = BoxReader.first("name", in: item.body), name.count > 4,
                name[4...].elementsEqual("iTunSMPB".utf8), let data = BoxReader.first("data", in: item.body),
                data.count > 8
            else { continue }
            // The first 8 bytes of the `data` box are its type and locale. Hexadecimal numbers follow; the second to
            // fourth are delay, padding and count.
            let words = String(decoding: data[8...].prefix(200), as: UTF8.self).split(separator: " ")
            guard words.count >= 4, let delay = Int64(words[1], radix: 16), let count = Int64(words[3], radix: 16),
                delay >= 0, delay <= Int64(UInt32.max), count > 0, count <= Int64.max / 2
            else { return nil }
            self.delay = delay
            self.count = count
            return
        }
        return nil
    }

    /// Returns the body of the box with a movie's iTunes metadata (`ilst`); nil if there is none.
    static func items(_ movie: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        // In MP4, four bytes of version and flags begin the `meta` box; in QuickTime they are missing.
        guard let meta = BoxReader.first(["udta", "meta"], in: movie), meta.count > 4 else { return nil }
        return BoxReader.first("ilst", in: UnsafeRawBufferPointer(rebasing: meta[4...]))
            ?? BoxReader.first("ilst", in: meta)
    }
}

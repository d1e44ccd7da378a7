/// Apple's word on what of a file's sound an encoder added: `iTunSMPB`, for files without an edit list.
struct GaplessInfo: Hashable {
    /// Samples before the sound.
    var delay: Int64
    /// Samples of the sound.
    var count: Int64

    /// - Parameter movie: the body of the `moov` box; the text lies in a free-form item of its metadata.
    init?(movie: UnsafeRawBufferPointer) {
        guard let items = Self.items(movie) else { return nil }
        var reader = BoxReader(items)
        while let item = reader.next() {
            guard item.type == "----", let name = BoxReader.first("name", in: item.body), name.count > 4,
                name[4...].elementsEqual("iTunSMPB".utf8), let data = BoxReader.first("data", in: item.body),
                data.count > 8
            else { continue }
            // Behind the type and locale: hexadecimal numbers, of which the second to the fourth are delay, padding and count.
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

    /// The list of iTunes's metadata (`ilst`).
    static func items(_ movie: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        // A full box here; QuickTime's has no version.
        guard let meta = BoxReader.first(["udta", "meta"], in: movie), meta.count > 4 else { return nil }
        return BoxReader.first("ilst", in: UnsafeRawBufferPointer(rebasing: meta[4...]))
            ?? BoxReader.first("ilst", in: meta)
    }
}

/// Apple's `iTunSMPB` metadata, which states how many samples an encoder added at the beginning and end. It is used for
/// MP4 files without an edit list, and for MP3 files without LAME's header.
struct GaplessInfo: Hashable {
    /// Number of samples that the encoder added before the sound.
    var delay: Int64
    /// Number of samples that the encoder added after the sound.
    var padding: Int64
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
            // The first 8 bytes of the `data` box are its type and locale.
            self.init(text: String(decoding: data[8...].prefix(200), as: UTF8.self))
            return
        }
        return nil
    }

    /// Reads the comment or text frame `iTunSMPB` of an ID3v2 tag. Returns nil if it is missing or invalid.
    init?(_ tag: Id3Tag) {
        let comment = tag.comments.first { $0.description == "iTunSMPB" }?.text
        guard let text = comment ?? tag.frames.first(where: { $0.description == "iTunSMPB" })?.text else { return nil }
        self.init(text: text)
    }

    /// Reads hexadecimal numbers. The second to fourth are delay, padding and count.
    private init?(text: String) {
        let words = text.split(separator: " ")
        guard words.count >= 4, let delay = Int64(words[1], radix: 16), let padding = Int64(words[2], radix: 16),
            let count = Int64(words[3], radix: 16), (0...Int64(UInt32.max)).contains(delay),
            (0...Int64(UInt32.max)).contains(padding), count > 0, count <= Int64.max / 2
        else { return nil }
        (self.delay, self.padding, self.count) = (delay, padding, count)
    }

    /// Returns the body of the box with a movie's iTunes metadata (`ilst`); nil if there is none.
    static func items(_ movie: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        // In MP4, four bytes of version and flags begin the `meta` box; in QuickTime they are missing.
        guard let meta = BoxReader.first(["udta", "meta"], in: movie), meta.count > 4 else { return nil }
        return BoxReader.first("ilst", in: UnsafeRawBufferPointer(rebasing: meta[4...]))
            ?? BoxReader.first("ilst", in: meta)
    }
}

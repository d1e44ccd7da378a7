/// A Windows icon (`favicon.ico`): a directory of pictures of one thing, each a whole PNG or a bitmap without a file's header.
///
/// Programs differ in which of the pictures they take, and some take none in PNG: the largest is taken out, and nothing is unpacked.
///
/// Microsoft, "Icons" (1995): `ICONDIR`, `ICONDIRENTRY`, `ICONIMAGE`. PNG came with Windows Vista.
package enum IconFile {
    /// One of its pictures, as the picture itself says: what the directory says of it may be wrong.
    struct Picture {
        /// In the file.
        var place: Range<Int>
        /// Of the kind `.ico`, whatever the picture is.
        var header: ImageHeader
        /// Of a pixel, in bits.
        var depth: Int
        var isPNG: Bool
    }

    private static let headerLength = 6
    private static let entryLength = 16
    /// Of a bitmap (`BITMAPINFOHEADER`).
    private static let bitmapHeaderLength = 40

    /// The largest of the pictures that are whole, and of several the one with the most colours.
    /// - Parameters:
    ///   - bytes: the beginning of an icon, by its first six bytes; they count at most 255 pictures (``ImageSniffer``).
    ///   - isComplete: whether nothing follows.
    /// - Returns: nil while more bytes are needed.
    /// - Throws: where no picture is whole and not too large.
    static func largest(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) throws(ImageProblem) -> Picture? {
        guard bytes.count >= headerLength else { return nil }
        let end = headerLength + entryLength * ImageHeader.little(bytes, 4, 2)
        guard bytes.count >= end else { return nil }
        let places = stride(from: headerLength, to: end, by: entryLength).map { entry in
            let begin = ImageHeader.little(bytes, entry + 12, 4)
            return begin..<(begin + ImageHeader.little(bytes, entry + 8, 4))
        }
        // The one that is not whole may be the largest. None is looked at before: that would be done again with every piece that arrives.
        guard isComplete || places.allSatisfy({ $0.upperBound <= bytes.count }) else { return nil }
        var largest: Picture?
        var problem = ImageProblem.damaged(.ico)
        for place in places where place.lowerBound >= end && place.upperBound <= bytes.count {
            do throws(ImageProblem) {
                let new = try picture(bytes, place)
                if let old = largest,
                    (old.header.longestSide, old.depth) >= (new.header.longestSide, new.depth)
                {
                    continue
                }
                largest = new
            } catch { problem = error }
        }
        guard let largest else { throw problem }
        return largest
    }

    private static func picture(
        _ bytes: UnsafeRawBufferPointer, _ place: Range<Int>
    ) throws(ImageProblem) -> Picture {
        let picture = UnsafeRawBufferPointer(rebasing: bytes[place])
        if ImageSniffer.signature(picture) == .png {
            guard let png = try ImageHeader.read(picture, isComplete: true) else { throw .damaged(.ico) }
            return Picture(place: place, header: try ImageHeader(.ico, png.width, png.height), depth: 32, isPNG: true)
        }
        func number(_ place: Int, _ length: Int) -> Int { ImageHeader.little(picture, place, length) }
        // The mask stands above the colours, and is counted with the height. There is no packed kind.
        guard picture.count > bitmapHeaderLength, number(0, 4) == bitmapHeaderLength, number(16, 4) == 0 else {
            throw .damaged(.ico)
        }
        let header = try ImageHeader(.ico, number(4, 4), number(8, 4) / 2)
        let depth = number(14, 2)
        // Rows of whole 32-bit words; whether there is a mask differs where colours are transparent themselves.
        let length = (header.width * depth + 31) / 32 * 4 * header.height
        guard [1, 4, 8, 16, 24, 32].contains(depth), bitmapHeaderLength + length <= picture.count else {
            throw .damaged(.ico)
        }
        return Picture(place: place, header: header, depth: depth, isPNG: false)
    }

    /// The largest picture alone, which every program reads the same: a PNG, or an icon of nothing else.
    /// - Returns: nil for what is no icon.
    /// - Throws: where none of its pictures is used.
    package static func largestPicture(of bytes: [UInt8]) throws(ImageProblem) -> [UInt8]? {
        var answer = Result<[UInt8]?, ImageProblem>.success(nil)
        bytes.withUnsafeBytes { raw in
            guard case .kind(.ico) = ImageSniffer.verdict(raw, isComplete: true) else { return }
            do throws(ImageProblem) {
                answer = .success(try largest(raw, isComplete: true).map { alone($0, raw) })
            } catch { answer = .failure(error) }
        }
        return try answer.get()
    }

    private static func alone(_ picture: Picture, _ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let content = bytes[picture.place]
        guard !picture.isPNG else { return Array(content) }
        // 256 pixels and more are written as 0.
        let sides = [picture.header.width, picture.header.height].map { $0 < 256 ? UInt8($0) : 0 }
        let begin = headerLength + entryLength
        return [0, 0, 1, 0, 1, 0] + sides + [0, 0, 1, 0, UInt8(picture.depth), 0]
            + [content.count, begin].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
            + content
    }
}

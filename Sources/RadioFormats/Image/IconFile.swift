/// A Windows icon (`favicon.ico`): one picture in several sizes, listed in a directory.
///
/// Each picture is a complete PNG, or a bitmap without a file header. Programs differ in which of the pictures they
/// show, and some programs cannot show PNG pictures in icons. Longwave therefore extracts the largest picture into a
/// file of its own, without decoding it.
///
/// Microsoft, "Icons" (1995): `ICONDIR`, `ICONDIRENTRY`, `ICONIMAGE`. PNG came with Windows Vista.
package enum IconFile {
    /// One picture of the icon. Its description comes from the picture's own header, because the directory may be
    /// wrong.
    struct Picture {
        /// Range of the picture's bytes in the file.
        var place: Range<Int>
        /// Size of the picture; its kind is always `.ico`.
        var header: ImageHeader
        /// Bits per pixel.
        var depth: Int
        var isPNG: Bool
    }

    private static let headerLength = 6
    private static let entryLength = 16
    /// Length in bytes of a bitmap's header (`BITMAPINFOHEADER`).
    private static let bitmapHeaderLength = 40

    /// Returns the largest complete picture. Of equally large pictures, returns the one with the most colours.
    /// - Parameters:
    ///   - bytes: the beginning of an icon with at most 255 pictures, as ``ImageSniffer`` checks.
    ///   - isComplete: whether `bytes` is the whole file.
    /// - Returns: nil while more bytes are needed.
    /// - Throws: the reason if no picture is whole, valid and within the size limit.
    static func largest(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) throws(ImageProblem) -> Picture? {
        guard bytes.count >= headerLength else { return nil }
        let end = headerLength + entryLength * ImageHeader.little(bytes, 4, 2)
        guard bytes.count >= end else { return nil }
        let places = stride(from: headerLength, to: end, by: entryLength).map { entry in
            let begin = ImageHeader.little(bytes, entry + 12, 4)
            return begin..<(begin + ImageHeader.little(bytes, entry + 8, 4))
        }
        // A picture that has not fully arrived may be the largest. All pictures are therefore read only once, after the
        // last one has arrived, instead of after each piece of the file.
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

    /// Reads the header of the picture at `place`.
    private static func picture(
        _ bytes: UnsafeRawBufferPointer, _ place: Range<Int>
    ) throws(ImageProblem) -> Picture {
        let picture = UnsafeRawBufferPointer(rebasing: bytes[place])
        if ImageSniffer.signature(picture) == .png {
            guard let png = try ImageHeader.read(picture, isComplete: true) else { throw .damaged(.ico) }
            return Picture(place: place, header: try ImageHeader(.ico, png.width, png.height), depth: 32, isPNG: true)
        }
        func number(_ place: Int, _ length: Int) -> Int { ImageHeader.little(picture, place, length) }
        // The bitmap's height includes the rows of the mask, so it is halved. Icons must not contain compressed
        // bitmaps.
        guard picture.count > bitmapHeaderLength, number(0, 4) == bitmapHeaderLength, number(16, 4) == 0 else {
            throw .damaged(.ico)
        }
        let header = try ImageHeader(.ico, number(4, 4), number(8, 4) / 2)
        let depth = number(14, 2)
        // Rows are padded to 32-bit words. The mask is not required: bitmaps with transparent colours may lack it.
        let length = (header.width * depth + 31) / 32 * 4 * header.height
        guard [1, 4, 8, 16, 24, 32].contains(depth), bitmapHeaderLength + length <= picture.count else {
            throw .damaged(.ico)
        }
        return Picture(place: place, header: header, depth: depth, isPNG: false)
    }

    /// Returns the largest picture as a file that every program reads alike: a PNG, or an icon with one bitmap.
    /// - Returns: nil if `bytes` is no icon.
    /// - Throws: the reason if none of the icon's pictures can be used.
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

    /// Returns one picture as a file: a PNG unchanged, a bitmap as an icon with this picture only.
    private static func alone(_ picture: Picture, _ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let content = bytes[picture.place]
        guard !picture.isPNG else { return Array(content) }
        // A side of 256 pixels or more is written as 0.
        let sides = [picture.header.width, picture.header.height].map { $0 < 256 ? UInt8($0) : 0 }
        let begin = headerLength + entryLength
        return [0, 0, 1, 0, 1, 0] + sides + [0, 0, 1, 0, UInt8(picture.depth), 0]
            + [content.count, begin].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
            + content
    }
}

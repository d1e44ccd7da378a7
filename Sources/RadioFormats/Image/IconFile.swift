/// A file in the format of Windows icons (`favicon.ico`): a directory, then one picture in several sizes.
///
/// Each picture is a complete PNG file, or a bitmap without a file header. Programs differ in which of the pictures
/// they show, and some programs cannot show PNG pictures in icons. Longwave therefore extracts the largest picture into
/// a file of its own, without decoding the picture.
///
/// The format is defined in Microsoft, "Icons" (1995): `ICONDIR`, `ICONDIRENTRY`, `ICONIMAGE`. Windows Vista added PNG.
package enum IconFile {
    /// One picture of the icon. Size and depth come from the picture's own header, because the icon's directory may be
    /// wrong.
    struct Picture {
        /// Range of the picture's bytes in the file.
        var place: Range<Int>
        /// Size of the picture. The kind in this header is `.ico`, even if the picture is a PNG.
        var header: ImageHeader
        /// Bits per pixel of a bitmap; 32 for every PNG.
        var depth: Int
        var isPNG: Bool
    }

    private static let headerLength = 6
    private static let entryLength = 16
    /// Length in bytes of a bitmap's header (`BITMAPINFOHEADER`).
    private static let bitmapHeaderLength = 40

    /// Returns the complete picture with the longest side. If several have the same longest side, returns the one with
    /// the most bits per pixel.
    /// - Parameters:
    ///   - bytes: the beginning of an icon with at most 255 pictures. ``ImageSniffer`` recognises only such icons.
    ///   - isComplete: whether `bytes` is the whole file.
    /// - Returns: nil if the directory is incomplete, or if more bytes are to come and a picture is incomplete.
    /// - Throws: the reason if no picture is complete, valid and within the size limit.
    static func largest(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) throws(ImageProblem) -> Picture? {
        guard bytes.count >= headerLength else { return nil }
        let end = headerLength + entryLength * ImageHeader.little(bytes, 4, 2)
        guard bytes.count >= end else { return nil }
        let places = stride(from: headerLength, to: end, by: entryLength).map { entry in
            let begin = ImageHeader.little(bytes, entry + 12, 4)
            return begin..<(begin + ImageHeader.little(bytes, entry + 8, 4))
        }
        // An incomplete picture may be the largest. The pictures are therefore read only after all of them have
        // arrived, not each time that more bytes of the file arrive.
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

    /// Reads the size and depth of the picture from its own header.
    /// - Parameters:
    ///   - bytes: the bytes of the icon.
    ///   - place: range of the picture's bytes in the icon.
    private static func picture(
        _ bytes: UnsafeRawBufferPointer, _ place: Range<Int>
    ) throws(ImageProblem) -> Picture {
        let picture = UnsafeRawBufferPointer(rebasing: bytes[place])
        if ImageSniffer.signature(picture) == .png {
            guard let png = try ImageHeader.read(picture, isComplete: true) else { throw .damaged(.ico) }
            return Picture(place: place, header: try ImageHeader(.ico, png.width, png.height), depth: 32, isPNG: true)
        }
        func number(_ place: Int, _ length: Int) -> Int { ImageHeader.little(picture, place, length) }
        // Bitmaps in icons must not be compressed. The height in a bitmap's header counts the rows of the picture and
        // as many rows of its transparency mask, so the picture's height is half of this number.
        guard picture.count > bitmapHeaderLength, number(0, 4) == bitmapHeaderLength, number(16, 4) == 0 else {
            throw .damaged(.ico)
        }
        let header = try ImageHeader(.ico, number(4, 4), number(8, 4) / 2)
        let depth = number(14, 2)
        // Each row of a bitmap is padded to a multiple of 32 bits. The transparency mask after the rows may be missing,
        // because a bitmap's colours can contain the transparency.
        let length = (header.width * depth + 31) / 32 * 4 * header.height
        guard [1, 4, 8, 16, 24, 32].contains(depth), bitmapHeaderLength + length <= picture.count else {
            throw .damaged(.ico)
        }
        return Picture(place: place, header: header, depth: depth, isPNG: false)
    }

    /// Returns an icon's largest picture as a file that all programs show in the same way: a PNG, or an icon with only
    /// one bitmap.
    /// - Parameter bytes: the whole icon file.
    /// - Returns: nil if `bytes` is no icon, or the icon's directory is incomplete.
    /// - Throws: the reason if none of the icon's pictures is complete, valid and within the size limit.
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

    /// Returns one picture of an icon as a file: a PNG unchanged, a bitmap as an icon with only this bitmap.
    /// - Parameter bytes: the icon that contains the picture.
    private static func alone(_ picture: Picture, _ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let content = bytes[picture.place]
        guard !picture.isPNG else { return Array(content) }
        // An icon's directory has one byte for the width and one for the height. 256 pixels or more are written as 0.
        let sides = [picture.header.width, picture.header.height].map { $0 < 256 ? UInt8($0) : 0 }
        let begin = headerLength + entryLength
        return [0, 0, 1, 0, 1, 0] + sides + [0, 0, 1, 0, UInt8(picture.depth), 0]
            + [content.count, begin].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
            + content
    }
}

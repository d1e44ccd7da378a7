/// The file format and size of a picture, read from its first bytes, whatever media type a server states for it.
///
/// The formats are defined in ISO/IEC 15948 §5.2 and §11.2.2 (PNG), GIF89a §18, RFC 9649 §2 (WebP), ITU-T T.81 annex B
/// (JPEG). For icons, see ``IconFile``.
package struct ImageHeader: Hashable, Sendable {
    package let kind: ImageKind
    /// Width in pixels, at least 1; for an icon, the width of its largest picture. The same holds for ``height``.
    package let width: Int
    package let height: Int

    /// Maximum number of pixels in a picture. Larger pictures are refused, because they take more than 160 MB of memory
    /// when decoded.
    package static let maximumPixels = 40_000_000
    /// Maximum number of segments that may precede the frame header of a JPEG. Cameras write about a dozen.
    static let maximumSegments = 256

    package var longestSide: Int { max(width, height) }

    init(_ kind: ImageKind, _ width: Int, _ height: Int) throws(ImageProblem) {
        guard width > 0, height > 0 else { throw .damaged(kind) }
        guard width <= Self.maximumPixels / height else { throw .tooManyPixels(width: width, height: height) }
        (self.kind, self.width, self.height) = (kind, width, height)
    }

    /// Reads the file format and size of a picture.
    /// - Parameters:
    ///   - bytes: the beginning of the picture's file.
    ///   - isComplete: whether `bytes` is the whole file.
    /// - Returns: nil if more bytes are needed; never nil if `isComplete` is true.
    /// - Throws: the reason if no picture that Longwave uses begins with `bytes`.
    package static func read(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) throws(ImageProblem) -> ImageHeader? {
        let kind: ImageKind
        switch ImageSniffer.verdict(bytes, isComplete: isComplete) {
        case .kind(let known): kind = known
        case .undecided: return nil
        case .noImage: throw .notAnImage
        }
        let header: ImageHeader?
        switch kind {
        case .png: header = try png(bytes)
        case .gif: header = try gif(bytes)
        case .webp: header = try webp(bytes)
        case .jpeg: header = try jpeg(bytes)
        case .ico: header = try IconFile.largest(bytes, isComplete: isComplete)?.header
        case .bmp, .svg, .tiff, .avif, .heif, .jpegXL: throw .unsupported(kind)
        }
        if header == nil, isComplete { throw .damaged(kind) }
        return header
    }

    /// Reads the file format and size of a picture.
    /// - Parameter bytes: the picture's whole file.
    /// - Throws: the reason if `bytes` is not a picture that Longwave uses.
    package static func read(_ bytes: [UInt8]) throws(ImageProblem) -> ImageHeader {
        var answer = Result<ImageHeader?, ImageProblem>.success(nil)
        bytes.withUnsafeBytes { raw in
            do throws(ImageProblem) { answer = .success(try read(raw, isComplete: true)) } catch {
                answer = .failure(error)
            }
        }
        guard let header = try answer.get() else { throw .notAnImage }
        return header
    }

    /// Reads the size from a PNG's IHDR chunk, which follows the PNG signature. Returns nil if more bytes are needed.
    private static func png(_ bytes: UnsafeRawBufferPointer) throws(ImageProblem) -> ImageHeader? {
        guard bytes.count >= 24 else { return nil }
        guard big32(bytes, 8) == 13, bytes[12..<16].elementsEqual("IHDR".utf8) else { throw .damaged(.png) }
        return try ImageHeader(.png, big32(bytes, 16), big32(bytes, 20))
    }

    /// Reads the size of a GIF's logical screen, which follows the GIF signature. Returns nil if more bytes are needed.
    private static func gif(_ bytes: UnsafeRawBufferPointer) throws(ImageProblem) -> ImageHeader? {
        guard bytes.count >= 10 else { return nil }
        return try ImageHeader(.gif, little(bytes, 6, 2), little(bytes, 8, 2))
    }

    /// Reads the size from a WebP file's first chunk: a lossy picture (`VP8 `), a lossless picture (`VP8L`), or a
    /// header with the size of the canvas (`VP8X`). Returns nil if more bytes are needed.
    private static func webp(_ bytes: UnsafeRawBufferPointer) throws(ImageProblem) -> ImageHeader? {
        guard bytes.count >= 30 else { return nil }
        func begins(_ name: String) -> Bool { bytes[12..<16].elementsEqual(name.utf8) }
        if begins("VP8X") {
            return try ImageHeader(.webp, little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1)
        }
        if begins("VP8L"), bytes[20] == 0x2F {
            let sizes = little(bytes, 21, 4)
            return try ImageHeader(.webp, (sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1)
        }
        // A lossy picture is a VP8 key frame: bit 0 of the frame's first byte is 0, and its fourth to sixth byte are
        // the start code (RFC 6386 §9.1).
        if begins("VP8 "), bytes[20] & 1 == 0, bytes[23] == 0x9D, bytes[24] == 0x01, bytes[25] == 0x2A {
            return try ImageHeader(.webp, little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
        }
        throw .damaged(.webp)
    }

    /// Reads the size from a JPEG's frame header, which must come before the first scan. Skips the segments before the
    /// frame header. Returns nil if more bytes are needed.
    private static func jpeg(_ bytes: UnsafeRawBufferPointer) throws(ImageProblem) -> ImageHeader? {
        var place = 2
        for _ in 0..<maximumSegments {
            guard place < bytes.count else { return nil }
            guard bytes[place] == 0xFF else { throw .damaged(.jpeg) }
            // In a JPEG marker, any number of bytes 0xFF may precede the marker's code (ITU-T T.81 B.1.1.2).
            while place < bytes.count, bytes[place] == 0xFF { place += 1 }
            guard place < bytes.count else { return nil }
            let marker = bytes[place]
            place += 1
            // No segment follows the markers TEM (0x01) and RST0…RST7 (0xD0…0xD7).
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            // The markers SOI, EOI and SOS (start of image, end of image, start of scan) must not precede the frame
            // header. 0 is no marker's code.
            guard !(0xD8...0xDA).contains(marker), marker != 0 else { throw .damaged(.jpeg) }
            guard place + 2 <= bytes.count else { return nil }
            let length = big16(bytes, place)
            guard length >= 2 else { throw .damaged(.jpeg) }
            // A frame header has one of the markers SOF0…SOF15. Three codes in their range are the markers DHT, JPG and
            // DAC instead (ITU-T T.81 table B.1).
            if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
                guard length >= 8 else { throw .damaged(.jpeg) }
                guard place + 7 <= bytes.count else { return nil }
                return try ImageHeader(.jpeg, big16(bytes, place + 5), big16(bytes, place + 3))
            }
            place += length
        }
        throw .damaged(.jpeg)
    }

    private static func big16(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
        Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }

    private static func big32(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
        big16(bytes, place) << 16 | big16(bytes, place + 2)
    }

    static func little(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}

/// The kind and size of a picture, read from its first bytes. The media type that a server sends is ignored.
///
/// PNG: ISO/IEC 15948 §5.2, §11.2.2. GIF: GIF89a §18. WebP: RFC 9649 §2. JPEG: ITU-T T.81 annex B. ICO: ``IconFile``.
package struct ImageHeader: Hashable, Sendable {
    package let kind: ImageKind
    /// Width in pixels, at least 1; for an icon, the width of its largest picture. The same holds for ``height``.
    package let width: Int
    package let height: Int

    /// Maximum number of pixels; larger pictures are refused, because they take more than 160 MB when decoded.
    package static let maximumPixels = 40_000_000
    /// Maximum number of JPEG segments before the frame header; cameras write a dozen.
    static let maximumSegments = 256

    package var longestSide: Int { max(width, height) }

    init(_ kind: ImageKind, _ width: Int, _ height: Int) throws(ImageProblem) {
        guard width > 0, height > 0 else { throw .damaged(kind) }
        guard width <= Self.maximumPixels / height else { throw .tooManyPixels(width: width, height: height) }
        (self.kind, self.width, self.height) = (kind, width, height)
    }

    /// Reads the kind and size of a picture.
    /// - Parameters:
    ///   - bytes: the beginning of the picture.
    ///   - isComplete: whether `bytes` is the whole file.
    /// - Returns: nil while more bytes are needed; never nil if `isComplete`.
    /// - Throws: the reason if the bytes cannot begin a picture that Longwave uses, whatever bytes follow.
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

    /// Reads the kind and size of a whole picture.
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

    /// Reads the size from a PNG's IHDR chunk, which follows the signature.
    private static func png(_ bytes: UnsafeRawBufferPointer) throws(ImageProblem) -> ImageHeader? {
        guard bytes.count >= 24 else { return nil }
        guard big32(bytes, 8) == 13, bytes[12..<16].elementsEqual("IHDR".utf8) else { throw .damaged(.png) }
        return try ImageHeader(.png, big32(bytes, 16), big32(bytes, 20))
    }

    /// Reads the size of a GIF's logical screen.
    private static func gif(_ bytes: UnsafeRawBufferPointer) throws(ImageProblem) -> ImageHeader? {
        guard bytes.count >= 10 else { return nil }
        return try ImageHeader(.gif, little(bytes, 6, 2), little(bytes, 8, 2))
    }

    /// Reads the size from a WebP file's first chunk, which is a lossy picture, a lossless picture, or a header with
    /// the size of the canvas.
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
        // RFC 6386 §9.1: a key frame and its start code.
        if begins("VP8 "), bytes[20] & 1 == 0, bytes[23] == 0x9D, bytes[24] == 0x01, bytes[25] == 0x2A {
            return try ImageHeader(.webp, little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
        }
        throw .damaged(.webp)
    }

    /// Reads the size from a JPEG's frame header, which must come before the first scan. Skips the segments before it.
    private static func jpeg(_ bytes: UnsafeRawBufferPointer) throws(ImageProblem) -> ImageHeader? {
        var place = 2
        for _ in 0..<maximumSegments {
            guard place < bytes.count else { return nil }
            guard bytes[place] == 0xFF else { throw .damaged(.jpeg) }
            // Any number of fill bytes may precede a marker's code (B.1.1.2).
            while place < bytes.count, bytes[place] == 0xFF { place += 1 }
            guard place < bytes.count else { return nil }
            let marker = bytes[place]
            place += 1
            // TEM and restart markers have no segment.
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            // A second start of image, the end, a scan, or a byte that is no marker must not precede the frame header.
            guard !(0xD8...0xDA).contains(marker), marker != 0 else { throw .damaged(.jpeg) }
            guard place + 2 <= bytes.count else { return nil }
            let length = big16(bytes, place)
            guard length >= 2 else { throw .damaged(.jpeg) }
            // SOF0…SOF15, except DHT, JPG and DAC (table B.1).
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

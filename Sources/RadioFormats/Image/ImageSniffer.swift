/// Recognises the file format of a picture by the file's first bytes.
enum ImageSniffer {
    /// What the first bytes of a file show about its format.
    enum Verdict: Hashable {
        case kind(ImageKind)
        /// The file may be a picture, but more bytes are needed to recognise its format.
        case undecided
        case noImage
    }

    /// Number of bytes at the beginning of a file that are searched for `<svg`, because an XML declaration and comments
    /// may precede this tag. The other formats are recognised by at most 16 bytes.
    static let maximumPrefix = 1024
    private static let signatureLength = 16

    /// Returns the format of the picture that begins with `prefix`, if it is a picture.
    /// - Parameter isComplete: whether `prefix` is the whole file.
    static func verdict(_ prefix: UnsafeRawBufferPointer, isComplete: Bool) -> Verdict {
        let bytes = UnsafeRawBufferPointer(rebasing: prefix.prefix(maximumPrefix))
        let isAll = isComplete || prefix.count >= maximumPrefix
        if let kind = signature(bytes) { return .kind(kind) }
        let text = withoutBlanks(bytes)
        guard text.first == UInt8(ascii: "<") || text.isEmpty else {
            return isAll || bytes.count >= signatureLength ? .noImage : .undecided
        }
        // An HTML page is no picture, even if it contains `<svg`.
        if Ascii.begins(text, "<html") || Ascii.begins(text, "<!doctype html") { return .noImage }
        if let svg = Ascii.firstIndex(text, "<svg"), Ascii.firstIndex(text, "<html").map({ svg < $0 }) ?? true {
            return .kind(.svg)
        }
        return isAll ? .noImage : .undecided
    }

    /// Returns the picture format whose signature is at the beginning of `bytes`; nil if no known signature is there.
    /// SVG has no signature.
    static func signature(_ bytes: UnsafeRawBufferPointer) -> ImageKind? {
        func has(_ sign: [UInt8], at place: Int = 0) -> Bool {
            bytes.count >= place + sign.count && bytes[place..<(place + sign.count)].elementsEqual(sign)
        }
        func has(_ sign: StaticString, at place: Int = 0) -> Bool {
            has(Array(UnsafeBufferPointer(start: sign.utf8Start, count: sign.utf8CodeUnitCount)), at: place)
        }
        switch bytes.first {
        case 0x89: return has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? .png : nil
        case 0xFF: return has([0xFF, 0xD8, 0xFF]) ? .jpeg : has([0xFF, 0x0A]) ? .jpegXL : nil
        case UInt8(ascii: "G"): return has("GIF87a") || has("GIF89a") ? .gif : nil
        case UInt8(ascii: "R"): return has("RIFF") && has("WEBP", at: 8) ? .webp : nil
        // The letters BM alone could begin other files. In a BMP file, the four reserved bytes from byte 6 on are zero.
        case UInt8(ascii: "B"): return has("BM") && has([0, 0, 0, 0], at: 6) ? .bmp : nil
        case UInt8(ascii: "I"): return has([0x49, 0x49, 0x2A, 0]) ? .tiff : nil
        case UInt8(ascii: "M"): return has([0x4D, 0x4D, 0, 0x2A]) ? .tiff : nil
        case 0:
            // In an icon, a two-byte number of pictures follows the signature. Longwave reads icons with at most 255
            // pictures.
            if has([0, 0, 1, 0]), bytes.count >= 6, bytes[4] != 0, bytes[5] == 0 { return .ico }
            if has([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) { return .jpegXL }
            // The first box of an HEIF or AVIF file has the type `ftyp`. The brand that follows names the format
            // (ISO/IEC 23008-12 §10.2).
            guard has("ftyp", at: 4) else { return nil }
            if has("avif", at: 8) || has("avis", at: 8) { return .avif }
            return has("heic", at: 8) || has("heix", at: 8) || has("mif1", at: 8) ? .heif : nil
        case _: return nil
        }
    }

    /// Returns `bytes` without a UTF-8 byte order mark and blanks at the beginning.
    private static func withoutBlanks(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var start = bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, Ascii.isBlank(bytes[start]) { start += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start...])
    }
}

/// Makes text from any source safe to show on a terminal, in a mixer or on a web page.
package enum PlainText {
    /// Maximum number of Unicode scalars that are kept.
    package static let maximumScalars = 4096

    /// Returns the text without characters that are invisible or that control the program that shows them.
    ///
    /// Removed are control characters (C0 with ESC, DEL, C1), bidirectional overrides, embeddings and isolates, and
    /// deprecated format characters. White space of every kind, line ends included, becomes one space. White space and
    /// zero-width characters at both ends are removed.
    ///
    /// No byte of the result moves a cursor or rings a bell. Longer text is cut after ``maximumScalars``.
    package static func clean(_ text: String) -> String {
        if isCleanASCII(text) { return text }
        var kept = String.UnicodeScalarView()
        var count = 0
        var owesSpace = false
        for scalar in text.unicodeScalars {
            if isWhiteSpace(scalar) {
                owesSpace = count > 0
                continue
            }
            // Zero-width characters are removed before the first visible character, and below also after the last one.
            // Inside a text they may join letters.
            if isRemoved(scalar) || (count == 0 && isZeroWidth(scalar)) { continue }
            guard count + (owesSpace ? 2 : 1) <= maximumScalars else { break }
            if owesSpace {
                kept.append(" ")
                count += 1
                owesSpace = false
            }
            kept.append(scalar)
            count += 1
        }
        while let last = kept.last, isZeroWidth(last) || last == " " { kept.removeLast() }
        return String(kept)
    }

    /// Returns true for an ASCII text that ``clean(_:)`` would return unchanged.
    ///
    /// Most texts are such ASCII, and this test is thirty times faster than looking at each scalar's properties.
    private static func isCleanASCII(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.count <= maximumScalars else { return false }
            var previous = UInt8(ascii: " ")
            for byte in bytes {
                guard byte >= 0x20, byte <= 0x7E, byte != 0x20 || previous != 0x20 else { return false }
                previous = byte
            }
            return previous != 0x20 || bytes.isEmpty
        } ?? false
    }

    /// Returns true for Unicode's White_Space (PropList.txt), which has not changed since 2013.
    ///
    /// The list is written out, because a query to the standard library would cost more than all other work on a
    /// character.
    private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        case _: false
        }
    }

    /// Returns true for a scalar that a text must not contain when it is shown.
    static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        // Overrides, embeddings and isolates change the direction of the line that shows them (Unicode TR 9 §2).
        case 0x202A...0x202E, 0x2066...0x2069: true
        // Deprecated format characters, byte order marks, interlinear annotation.
        case 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        case _: false
        }
    }

    private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Soft hyphen, Arabic letter mark, Mongolian vowel separator, zero-width spaces and joiners, marks, word
        // joiner.
        case 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2060...0x2064: true
        case _: false
        }
    }
}

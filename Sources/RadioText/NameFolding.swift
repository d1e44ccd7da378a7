import CUnistring
import Glibc

/// Folds names for searches, so that a name is found as people type it: without capitals, accents and punctuation, and
/// in letters of the usual width.
///
/// libunistring does case folding and compatibility decomposition (Unicode §3.13, UAX #15: form KD), so that full-width
/// letters and half-width kana become letters and kana of the usual width.
///
/// Marks that people do not type are dropped: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of Arabic,
/// voicing marks of kana. Marks of Indic scripts count as letters and stay. Letters without a decomposition become the
/// letters that people type for them: `ł` becomes `l`, `ø` becomes `o`, `æ` becomes `ae`.
package enum NameFolding {
    /// Returns the folded words of a text: its runs of letters and digits.
    package static func words(_ text: String) -> [String] {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return bytes.split(separator: space).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends the folded words of a text in UTF-8, each with a space before it.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { source in
            let begin = bytes.count
            if !appendASCII(source, to: &bytes) {
                bytes.removeSubrange(begin...)
                appendFolded(source, to: &bytes)
            }
        }
    }

    private static let space = UInt8(ascii: " ")

    /// Appends the words of an ASCII text. Returns false at the first byte that is not ASCII.
    private static func appendASCII(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) -> Bool {
        bytes.reserveCapacity(bytes.count + source.count + 1)
        var isInWord = false
        for byte in source {
            guard byte < 0x80 else { return false }
            let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            guard (0x61...0x7A).contains(lower) || (0x30...0x39).contains(lower) else {
                isInWord = false
                continue
            }
            if !isInWord { bytes.append(space) }
            isInWord = true
            bytes.append(lower)
        }
        return true
    }

    /// Appends the words of any text, folded by libunistring.
    private static func appendFolded(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        // 512 bytes are enough for most names. For longer names, libunistring allocates memory.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { buffer in
            var length = buffer.count
            guard let folded = longwave_fold(source.baseAddress, source.count, buffer.baseAddress, &length) else {
                return
            }
            defer { if folded != buffer.baseAddress { free(folded) } }
            var isInWord = false
            for scalar in String(decoding: UnsafeBufferPointer(start: folded, count: length), as: UTF8.self)
                .unicodeScalars
            {
                if isLeftOut(scalar) { continue }
                guard longwave_is_in_word(scalar.value) != 0 else {
                    isInWord = false
                    continue
                }
                if !isInWord { bytes.append(space) }
                isInWord = true
                if let letters = table[scalar] {
                    bytes.append(contentsOf: letters.utf8)
                } else {
                    bytes.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
                }
            }
        }
    }

    /// Returns true for marks that people do not type.
    private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // The Unicode blocks of combining diacritical marks, with their extensions and supplements, and of combining
        // half marks.
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        // Cyrillic titlo and similar marks, Hebrew points, Arabic vowels, voicing of kana, and the apostrophe of ŉ.
        case 0x483...0x489, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x3099, 0x309A, 0x2BC: true
        case _: false
        }
    }

    /// The letters without a decomposition, and the letters that people type for them. Lower case only.
    private static let table: [Unicode.Scalar: String] = [
        "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ĸ": "k", "ł": "l", "ŋ": "n", "ø": "o", "ŧ": "t", "æ": "ae", "œ": "oe",
        "þ": "th", "ɐ": "a", "ə": "a", "ƒ": "f",
    ]
}

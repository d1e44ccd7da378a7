/// The four text encodings of ID3v2 (2.4 §4). One byte in each frame with text, before the text, names the encoding.
enum Id3Text {
    /// A text encoding. The raw value is the byte that names the encoding.
    enum Encoding: UInt8 {
        case latin1 = 0
        /// UTF-16 that should begin with a byte order mark. Some programs leave out the mark.
        case utf16 = 1
        case utf16BigEndian = 2
        case utf8 = 3
    }

    /// Returns the texts that NULs separate: at least one, at most `count`.
    static func values(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding, atMost count: Int) -> [String] {
        switch encoding {
        case .latin1, .utf8:
            bytes.split(separator: 0, maxSplits: count, omittingEmptySubsequences: false).prefix(count).map {
                encoding == .utf8
                    ? String(decoding: $0, as: UTF8.self)
                    : String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) }))
            }
        case .utf16, .utf16BigEndian: utf16Values(bytes, encoding, atMost: count)
        }
    }

    /// Returns the text before the first NUL and the bytes after the NUL; the whole text if there is no NUL.
    static func first(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding) -> (String, rest: ArraySlice<UInt8>) {
        var end = bytes.endIndex
        var next = bytes.endIndex
        switch encoding {
        case .latin1, .utf8:
            if let place = bytes.firstIndex(of: 0) { (end, next) = (place, place + 1) }
        case .utf16, .utf16BigEndian:
            for place in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
            where bytes[place] == 0 && bytes[place + 1] == 0 {
                (end, next) = (place, place + 2)
                break
            }
        }
        return (values(bytes[..<end], encoding, atMost: 1)[0], bytes[next...])
    }

    /// Returns the UTF-16 texts that NULs separate: at least one, at most `count`.
    private static func utf16Values(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding, atMost count: Int) -> [String] {
        // Each value has its own byte order mark. A value without one has the byte order of the previous value.
        var isLittleEndian = false
        var values: [String] = []
        var units: [UInt16] = []
        var at = bytes.startIndex
        var isStart = true
        while at + 1 < bytes.endIndex, values.count < count {
            let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
            at += 2
            let big = first << 8 | second
            if isStart, encoding == .utf16, big == 0xFEFF || big == 0xFFFE {
                isLittleEndian = big == 0xFFFE
                isStart = false
                continue
            }
            if values.isEmpty, isStart, encoding == .utf16 { isLittleEndian = looksLittleEndian(bytes[(at - 2)...]) }
            isStart = false
            if big == 0 {
                values.append(String(decoding: units, as: UTF16.self))
                units.removeAll(keepingCapacity: true)
                isStart = true
            } else {
                units.append(isLittleEndian ? second << 8 | first : big)
            }
        }
        if values.count < count { values.append(String(decoding: units, as: UTF16.self)) }
        return values
    }

    /// Returns whether UTF-16 without a byte order mark is plausible as little-endian, but not as big-endian.
    ///
    /// Plausible text consists of Latin letters, or of letters of few scripts. The high bytes of its UTF-16 units have
    /// few different values.
    private static func looksLittleEndian(_ bytes: ArraySlice<UInt8>) -> Bool {
        var units = 0
        var latin = (little: 0, big: 0)
        var highs = (little: Set<UInt8>(), big: Set<UInt8>())
        for place in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
            let (first, second) = (bytes[place], bytes[place + 1])
            if first == 0, second == 0 { break }
            units += 1
            if second == 0 { latin.little += 1 }
            if first == 0 { latin.big += 1 }
            highs.little.insert(second)
            highs.big.insert(first)
        }
        return latin.big == 0 && latin.little * 2 > units || highs.little.count * 2 <= highs.big.count
    }
}

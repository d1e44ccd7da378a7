/// Finds words of an index that nearly equal a typed word. Pure.
package enum NearWords {
    /// Returns how many letters of a typed word with `letters` letters may be wrong. In a word of fewer than four
    /// letters, none may be wrong, because nearly every short word would match.
    static func limit(letters: Int) -> Int {
        switch letters {
        case ..<4: 0
        case 4..<8: 1
        case _: 2
        }
    }

    /// Maximum number of letters of a word; longer words are not treated as misspelt.
    static let maximumLetters = 48

    /// Returns the words with the fewest wrong letters, and their number of wrong letters. A wrong letter is inserted,
    /// left out, replaced, or exchanged with a neighbour.
    static func find(
        _ typed: [UInt8], in bytes: [UInt8], maximum: Int
    ) -> (words: Set<[UInt8]>, distance: Int) {
        let letters = Array(String(decoding: typed, as: UTF8.self).unicodeScalars)
        var best = limit(letters: letters.count)
        guard best > 0, letters.count <= maximumLetters else { return ([], 0) }
        let mask = Self.mask(typed[...])
        // Words whose length differs too much are skipped. In UTF-8, one wrong letter can change the length by up to
        // four bytes.
        let slack = best * (typed.contains { $0 >= 0x80 } ? 4 : 1)
        let isASCII = typed.allSatisfy { $0 < 0x80 }
        var rows = EditRows()
        var found: Set<[UInt8]> = []
        var isAny = false
        bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                guard bytes[place] > 0x20 else {
                    place += 1
                    continue
                }
                let begin = place
                var other: UInt64 = 0
                while place < bytes.count, bytes[place] > 0x20 {
                    other |= 1 << UInt64(bytes[place] & 63)
                    place += 1
                }
                let length = place - begin
                guard abs(length - typed.count) <= slack, (mask ^ other).nonzeroBitCount <= 2 * slack else { continue }
                let word = bytes[begin..<place]
                let near: Int?
                if isASCII, word.allSatisfy({ $0 < 0x80 }) {
                    near = rows.distance(typed, word, atMost: best)
                } else {
                    let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
                    near = distance(letters, scalars, atMost: best)
                }
                guard let distance = near else { continue }
                if !isAny || distance < best { found = [] }
                (isAny, best) = (true, distance)
                if found.count < maximum { found.insert(Array(word)) }
            }
        }
        return (found, isAny ? best : 0)
    }

    /// Returns the name with the fewest wrong letters; nil if more than a third of the typed letters are wrong in every
    /// name.
    package static func nearest(to typed: String, in names: [String]) -> String? {
        let letters = Array(typed.unicodeScalars)
        guard letters.count <= maximumLetters else { return nil }
        let near = names.compactMap { name in
            distance(letters, Array(name.unicodeScalars), atMost: letters.count / 3).map { (name, $0) }
        }
        return near.min { $0.1 < $1.1 }?.0
    }

    private static func mask(_ word: ArraySlice<UInt8>) -> UInt64 {
        word.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }

    /// Returns how many letters must be inserted, removed, replaced, or exchanged with a neighbour to make the words
    /// equal (optimal string alignment); nil if more than `limit`.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var before: [Int] = []
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var next = [index + 1]
            next.reserveCapacity(row.count)
            for (column, other) in right.enumerated() {
                var cost = min(row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                if index > 0, column > 0, letter == right[column - 1], left[index - 1] == other {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            guard next.min().map({ $0 <= limit }) ?? true else { return nil }
            (before, row) = (row, next)
        }
        return row[right.count] <= limit ? row[right.count] : nil
    }
}

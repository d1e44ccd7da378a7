import Glibc

/// One field, such as the country, of all stations of an index, as numbers. Texts that differ only in case, accents or
/// punctuation (equal folded texts) have the same number. Pure.
///
/// A list may have millions of texts. The texts stay in the index, and the hash table holds only their numbers.
struct FoldedColumn: Sendable {
    /// The number of a text that has no words.
    static let noWords: Int32 = -1

    /// The numbers of every station's texts, one station after another.
    private var numbers: [Int32] = []
    /// Where each station's numbers begin in `numbers`. The last element is where the last station's numbers end.
    private var starts: [Int32] = [0]
    /// By its number, where each text is in the index's bytes.
    private var places: [Range<Int32>] = []
    /// A hash table of the texts' numbers, with linear probing. It is at least half empty; -1 marks an empty slot.
    private var slots: [Int32] = []

    /// Number of different texts. Texts are numbered from 0 to one less than this.
    var count: Int { places.count }

    /// Returns the numbers of a station's texts, in the order of the texts.
    func numbers(of station: Int) -> ArraySlice<Int32> { numbers[Int(starts[station])..<Int(starts[station + 1])] }

    /// Returns where the text with this number is in the index's bytes.
    func place(of number: Int32) -> Range<Int> {
        let place = places[Int(number)]
        return Int(place.lowerBound)..<Int(place.upperBound)
    }

    // MARK: Building

    /// Adds a text to the station that is being added.
    /// - Parameters:
    ///   - place: where the folded text is.
    ///   - bytes: the index's bytes.
    mutating func append(_ place: Range<Int>, in bytes: [UInt8]) {
        guard !place.isEmpty else { return numbers.append(Self.noWords) }
        bytes.withUnsafeBytes { bytes in
            // The text is first compared with the text added last, because neighbouring stations often have the same
            // country, language and codec.
            let text = UnsafeRawBufferPointer(rebasing: bytes[place])
            if let last = numbers.last, last >= 0, isText(last, text, in: bytes) { return numbers.append(last) }
            if 2 * places.count >= slots.count { grow(bytes) }
            let slot = slot(of: text, in: bytes)
            if slots[slot] < 0 {
                slots[slot] = Int32(places.count)
                places.append(Int32(place.lowerBound)..<Int32(place.upperBound))
            }
            numbers.append(slots[slot])
        }
    }

    /// Must be called after the last text of each station.
    mutating func endStation() { starts.append(Int32(numbers.count)) }

    /// Must be called after the last station. Releases the hash table.
    mutating func end() { slots = [] }

    /// Returns the slot that has the text's number, or the empty slot for the number of a new text.
    private func slot(of text: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int {
        // Hasher's seed is random for each process, so the author of a list cannot choose texts that share a slot.
        var hasher = Hasher()
        hasher.combine(bytes: text)
        var slot = hasher.finalize() & (slots.count - 1)
        while slots[slot] >= 0, !isText(slots[slot], text, in: bytes) { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private func isText(_ number: Int32, _ text: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Bool {
        let place = place(of: number)
        guard place.count == text.count, let other = text.baseAddress, let start = bytes.baseAddress else {
            return false
        }
        return memcmp(start + place.lowerBound, other, text.count) == 0
    }

    private mutating func grow(_ bytes: UnsafeRawBufferPointer) {
        // The number of slots is a power of two: it begins with 64 and doubles.
        slots = Array(repeating: -1, count: max(2 * slots.count, 64))
        for number in places.indices {
            let text = UnsafeRawBufferPointer(rebasing: bytes[place(of: Int32(number))])
            slots[slot(of: text, in: bytes)] = Int32(number)
        }
    }
}

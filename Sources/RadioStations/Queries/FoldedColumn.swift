import Glibc

/// One field of all stations of an index as numbers: the same folded text has the same number, whichever station it is of. Pure.
///
/// The texts stay where they are in the index, and the table that finds them has nothing but their numbers: a list may have millions
/// of texts.
struct FoldedColumn: Sendable {
    /// Of a text that has no words.
    static let noWords: Int32 = -1

    /// Of every station's texts, one station after another.
    private var numbers: [Int32] = []
    /// Where each station's begin, and the end.
    private var starts: [Int32] = [0]
    /// Where the index has the text of each number.
    private var places: [Range<Int32>] = []
    /// Numbers at the places that their texts' hashes say, or the next that were free; -1 where none is. At least half are free.
    private var slots: [Int32] = []

    /// Numbers are below it.
    var count: Int { places.count }

    /// The numbers of a station's texts, in the order of the texts.
    func numbers(of station: Int) -> ArraySlice<Int32> { numbers[Int(starts[station])..<Int(starts[station + 1])] }

    /// Where the index has the text of a number.
    func place(of number: Int32) -> Range<Int> {
        let place = places[Int(number)]
        return Int(place.lowerBound)..<Int(place.upperBound)
    }

    // MARK: Making it

    /// Adds a text to the station that is read.
    /// - Parameters:
    ///   - place: of the folded text.
    ///   - bytes: of the index.
    mutating func append(_ place: Range<Int>, in bytes: [UInt8]) {
        guard !place.isEmpty else { return numbers.append(Self.noWords) }
        bytes.withUnsafeBytes { bytes in
            // Neighbours often have the same country, language and codec.
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

    /// Its texts are all there.
    mutating func endStation() { starts.append(Int32(numbers.count)) }

    /// All stations are there.
    mutating func end() { slots = [] }

    /// Where the text's number is, or is to be.
    private func slot(of text: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int {
        // With a seed that is the process's own: whoever writes a list cannot choose texts that meet in one slot.
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
        // A power of two: it begins with one, and doubles.
        slots = Array(repeating: -1, count: max(2 * slots.count, 64))
        for number in places.indices {
            let text = UnsafeRawBufferPointer(rebasing: bytes[place(of: Int32(number))])
            slots[slot(of: text, in: bytes)] = Int32(number)
        }
    }
}

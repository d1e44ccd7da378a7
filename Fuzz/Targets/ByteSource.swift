import RadioFormats

/// Reads the input of a fuzz target as a series of numbers and texts, by which the target decides what to do.
struct ByteSource {
    private var left: UnsafeRawBufferPointer

    /// The bytes of the input that were not read yet.
    var rest: [UInt8] { Array(left) }

    init(_ input: UnsafeRawBufferPointer) { left = input }

    var isEmpty: Bool { left.isEmpty }

    /// Reads one byte, or returns 0 at the end of the input.
    mutating func byte() -> Int {
        guard let first = left.first else { return 0 }
        left = UnsafeRawBufferPointer(rebasing: left.dropFirst())
        return Int(first)
    }

    /// Reads two bytes, the higher one first.
    mutating func word() -> Int { byte() << 8 | byte() }

    /// Returns the bytes before the next byte 0x1E, and skips that byte. Without such a byte, returns the rest of the
    /// input.
    mutating func text() -> [UInt8] {
        let text = left.prefix { $0 != 0x1E }
        left = UnsafeRawBufferPointer(rebasing: left[text.endIndex...].dropFirst())
        return Array(text)
    }

    /// Returns the element of `all` that the next byte chooses.
    mutating func pick<Element>(_ all: [Element]) -> Element { all[byte() % all.count] }
}

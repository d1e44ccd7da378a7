import RadioFormats

/// An input as a row of decisions.
struct ByteSource {
    private var left: UnsafeRawBufferPointer

    /// All that follows.
    var rest: [UInt8] { Array(left) }

    init(_ input: UnsafeRawBufferPointer) { left = input }

    var isEmpty: Bool { left.isEmpty }

    /// Zero when there are no more.
    mutating func byte() -> Int {
        guard let first = left.first else { return 0 }
        left = UnsafeRawBufferPointer(rebasing: left.dropFirst())
        return Int(first)
    }

    /// Two bytes.
    mutating func word() -> Int { byte() << 8 | byte() }

    /// Up to a byte 0x1E, or the end.
    mutating func text() -> [UInt8] {
        let text = left.prefix { $0 != 0x1E }
        left = UnsafeRawBufferPointer(rebasing: left[text.endIndex...].dropFirst())
        return Array(text)
    }

    mutating func pick<Element>(_ all: [Element]) -> Element { all[byte() % all.count] }
}

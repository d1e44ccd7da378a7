import RadioFormats

/// An input as a row of decisions.
struct ByteSource {
    private var rest: UnsafeRawBufferPointer

    init(_ input: UnsafeRawBufferPointer) { rest = input }

    var isEmpty: Bool { rest.isEmpty }

    /// Zero when there are no more.
    mutating func byte() -> Int {
        guard let first = rest.first else { return 0 }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
        return Int(first)
    }

    /// Two bytes.
    mutating func word() -> Int { byte() << 8 | byte() }

    /// Up to a byte 0x1E, or the end.
    mutating func text() -> [UInt8] {
        let text = rest.prefix { $0 != 0x1E }
        rest = UnsafeRawBufferPointer(rebasing: rest[text.endIndex...].dropFirst())
        return Array(text)
    }

    mutating func pick<Element>(_ all: [Element]) -> Element { all[byte() % all.count] }
}

/// The open conversion descriptors that no thread uses, each with its conversion. Pure.
///
/// Descriptors are kept because opening one loads a table from disk.
struct IdleConversions {
    /// Maximum number of descriptors. If there are more, the one that was not used for the longest time is closed.
    ///
    /// Nine charsets need a descriptor for every title. Each other charset needs one only when its ``CharsetTable`` is
    /// filled.
    static let maximum = 16

    /// The source and target charset of a conversion.
    struct Conversion: Hashable {
        var from: String
        var to: String
    }

    /// The descriptors as the bits of their pointers, the least recently used first.
    private var descriptors: [(conversion: Conversion, bits: UInt)] = []

    /// Removes and returns a descriptor for a conversion; nil if there is none.
    mutating func take(_ conversion: Conversion) -> UInt? {
        descriptors.lastIndex { $0.conversion == conversion }.map { descriptors.remove(at: $0).bits }
    }

    /// Adds a descriptor, which was used just now. Returns the descriptor that must be closed; nil for none.
    mutating func keep(_ bits: UInt, for conversion: Conversion) -> UInt? {
        descriptors.append((conversion, bits))
        return descriptors.count > Self.maximum ? descriptors.removeFirst().bits : nil
    }
}

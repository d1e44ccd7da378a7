import RadioFormats

/// Makes the bytes of a file from packets as they arrived. A pure value: its owner writes the bytes.
///
/// A file begins with ``header``. At the end, the owner replaces those bytes with the final ``header``. A file whose
/// end was never written still plays with its first header.
package protocol RecordingContainer {
    /// The suffix of such files, without the dot.
    var suffix: String { get }
    /// The file's first bytes, by what is known so far. Their number never changes.
    var header: [UInt8] { get }
    /// Appends a packet's bytes. Returns false, and appends nothing, if such a file cannot hold the packet behind those
    /// before.
    mutating func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool
    /// Sets the title of the next part of the file, for containers that have parts.
    mutating func begin(_ tags: RecordingTags)
    /// Appends what was held back. No packet follows.
    mutating func finish(to bytes: inout [UInt8])
}

extension RecordingContainer {
    package mutating func begin(_ tags: RecordingTags) {}
    package mutating func finish(to bytes: inout [UInt8]) {}
}

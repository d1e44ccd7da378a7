import RadioFormats

/// Turns packets, as they arrived, into the bytes of a file. A container does no I/O: its owner writes the bytes.
///
/// A file begins with ``header``. At the end, the owner replaces those bytes with the final ``header``. If that does
/// not happen, the file still plays with its first header.
package protocol RecordingContainer {
    /// The suffix of such files, without the dot.
    var suffix: String { get }
    /// The file's first bytes, according to what is known so far. Their number never changes.
    var header: [UInt8] { get }
    /// Appends a packet's bytes. Returns false, and appends nothing, if the packet cannot follow the earlier ones in
    /// this file.
    mutating func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool
    /// Sets the title of the next part of the file, for containers that have parts.
    mutating func begin(_ tags: RecordingTags)
    /// Appends the bytes that were held back. Called when no packet follows.
    mutating func finish(to bytes: inout [UInt8])
}

extension RecordingContainer {
    package mutating func begin(_ tags: RecordingTags) {}
    package mutating func finish(to bytes: inout [UInt8]) {}
}

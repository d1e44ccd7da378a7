import RadioFormats

/// Turns encoded packets, as the station sends them, into the bytes of a file. A container does no I/O: its owner
/// writes the bytes.
///
/// A file begins with ``header``. While the file grows, the owner replaces the part of those bytes that states the
/// length (``length``), and when the recording ends, all of them. So a file whose program was killed is complete, too.
package protocol RecordingContainer {
    /// The suffix of the container's files, without the dot.
    var suffix: String { get }
    /// The file's first bytes, which describe the packets appended so far. The number of these bytes never changes.
    var header: [UInt8] { get }
    /// The part of ``header`` that states how much sound follows, and its offset in the file; nil if there is none.
    var length: (offset: Int, bytes: [UInt8])? { get }
    /// Appends a packet's bytes. Returns false, and appends nothing, if the packet cannot follow the earlier ones in
    /// this file.
    mutating func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool
    /// Sets the tags of the file's next part, for containers that have parts, such as the links of Ogg.
    mutating func begin(_ tags: RecordingTags)
    /// Appends the bytes that ``append(_:_:to:)`` has not appended yet. Called after the last packet.
    mutating func finish(to bytes: inout [UInt8])
}

extension RecordingContainer {
    package var length: (offset: Int, bytes: [UInt8])? { nil }
    package mutating func begin(_ tags: RecordingTags) {}
    package mutating func finish(to bytes: inout [UInt8]) {}
}

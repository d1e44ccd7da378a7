import RadioFormats

/// Makes a file's bytes of packets as they came. A pure value: whoever owns it writes the bytes.
///
/// A file begins with ``header``. Its owner replaces those bytes at the end by what ``header`` is then, so that a file
/// whose end was never written plays by what its header said at first.
package protocol RecordingContainer {
    /// How names of such files end, without the dot.
    var suffix: String { get }
    /// The file's first bytes, by what is known so far. Their number never changes.
    var header: [UInt8] { get }
    /// Adds a packet's bytes; false, and nothing is added, where such a file cannot hold it behind the packets before.
    mutating func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool
    /// The next part of the file is of this title, where the container begins one.
    mutating func begin(_ tags: RecordingTags)
    /// Adds what was held back. No packet follows.
    mutating func finish(to bytes: inout [UInt8])
}

extension RecordingContainer {
    package mutating func begin(_ tags: RecordingTags) {}
    package mutating func finish(to bytes: inout [UInt8]) {}
}

/// What a Vorbis decoder must know before the first packet: two of the stream's three headers (Vorbis I §4.2); the third
/// holds the comments.
package struct VorbisHeaders: Hashable, Sendable {
    package var identification: [UInt8]
    package var setup: [UInt8]

    /// Where the third is wanted and nobody asks what it says.
    package static let noComments = Array("\u{3}vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]

    package init(identification: [UInt8], setup: [UInt8]) {
        self.identification = identification
        self.setup = setup
    }
}

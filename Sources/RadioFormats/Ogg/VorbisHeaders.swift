/// The two of a Vorbis stream's three headers that a decoder needs (Vorbis I §4.2); the third holds the comments.
package struct VorbisHeaders: Hashable, Sendable {
    package var identification: [UInt8]
    package var setup: [UInt8]

    /// An empty comment header, for libvorbis, which requires all three.
    package static let noComments = Array("\u{3}vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]

    package init(identification: [UInt8], setup: [UInt8]) {
        self.identification = identification
        self.setup = setup
    }
}

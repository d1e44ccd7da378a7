/// The two headers of a Vorbis stream that a decoder needs (Vorbis I §4.2). A third header holds the comments.
package struct VorbisHeaders: Hashable, Sendable {
    package var identification: [UInt8]
    package var setup: [UInt8]

    /// An empty comment header, for libvorbis, which requires all three headers.
    package static let noComments = Array("\u{3}vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]

    package init(identification: [UInt8], setup: [UInt8]) {
        self.identification = identification
        self.setup = setup
    }
}

/// The blocks before the frames of a FLAC stream (RFC 9639 §8). Offsets count from its first byte.
package struct FlacReport: Hashable, Sendable {
    package struct Block: Hashable, Sendable {
        /// As its header has it.
        package var type: UInt8
        /// Of its header.
        package var offset: Int
        /// Without its header.
        package var length: Int

        /// RFC 9639 table 1.
        package var name: String {
            switch type {
            case 0: "STREAMINFO"
            case 1: "PADDING"
            case 2: "APPLICATION"
            case 3: "SEEKTABLE"
            case 4: "VORBIS_COMMENT"
            case 5: "CUESHEET"
            case 6: "PICTURE"
            case _: "type \(type)"
            }
        }
    }

    /// In their order; of many, the first.
    package var blocks: [Block] = []
    package var blockCount = 0
    /// Nil where the first block is none that can be read.
    package var streamInfo: FlacStreamInfo?
    /// As ``VorbisComment`` reads them.
    package var comments: [UInt8]?
    /// In their order; of many, the first.
    package var pictures: [FlacPicture] = []
    package var pictureCount = 0
    /// Where the frames begin; nil where the blocks do not end.
    package var audioOffset: Int?
}

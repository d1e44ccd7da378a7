/// What the metadata blocks before the frames of a FLAC stream contain (RFC 9639 §8). Offsets are in bytes from the
/// stream's first byte.
package struct FlacReport: Hashable, Sendable {
    /// One metadata block.
    package struct Block: Hashable, Sendable {
        /// Type number from the block's header.
        package var type: UInt8
        /// Offset of the block's header.
        package var offset: Int
        /// Length of the block in bytes without its header.
        package var length: Int

        /// Name of the block's type (RFC 9639 table 1).
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

    /// The first blocks of the stream, in order: at most ``FlacSurvey/maximumBlocks``.
    package var blocks: [Block] = []
    package var blockCount = 0
    /// The first STREAMINFO block that is valid; nil if there is none.
    package var streamInfo: FlacStreamInfo?
    /// The first comment block of at most ``FlacSurvey/maximumCommentBytes``, in the form that ``VorbisComment`` reads;
    /// nil if there is none.
    package var comments: [UInt8]?
    /// The first pictures of the stream, in order: at most ``FlacSurvey/maximumPictures``.
    package var pictures: [FlacPicture] = []
    package var pictureCount = 0
    /// Offset of the first frame, directly after the last block; nil if the bytes end before the last block does.
    package var audioOffset: Int?
}

import Longwave
import RadioFormats
import RadioHls

/// What ``CaptureInspector`` found in a capture (a file of bytes that a server sent) or another file.
///
/// Offsets and sizes are bytes. An offset in the sound does not count heads and metadata blocks.
package struct InspectionReport: Hashable, Sendable {
    /// An ICY metadata block that is not empty.
    package struct Block: Hashable, Sendable {
        /// The number of bytes of sound before the block.
        package var offset: Int
        /// The block without its length byte and padding.
        package var raw: [UInt8]
    }

    /// A metadata tag, such as ID3, found among the sound's frames.
    package struct Tag: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            case id3v2, id3v1, ape
        }

        package var kind: Kind
        /// The offset of the tag in the sound.
        package var offset: Int
        /// The length that the tag's header states.
        package var length: Int
        /// The bytes of the tag. Empty if the tag was too long to be kept.
        package var raw: [UInt8]
    }

    /// Bytes between two frames that belong to neither of them.
    package struct Gap: Hashable, Sendable {
        /// The offset of the gap in the sound, at the end of the previous frame.
        package var offset: Int
        package var length: Int
    }

    /// The frames that share one sample rate and number of channels.
    package struct Form: Hashable, Sendable {
        package var sampleRate: Int
        /// The number of channels, or nil if the headers do not give it.
        package var channelCount: Int?
        package var frameCount: Int
    }

    /// The lowest, the mean and the highest of the frames' bit rates, in bits per second.
    package struct BitRates: Hashable, Sendable {
        /// The lowest bit rate of a single frame, in bits per second.
        ///
        /// `maximum` is the highest, and `mean` is the mean of all frames.
        package var minimum: Int
        package var mean: Int
        package var maximum: Int
    }

    /// A summary of the frames, with the first and the last one.
    package struct Frames: Hashable, Sendable {
        package var count: Int
        package var byteCount: Int
        package var duration: MediaTime
        package var first: InspectedHeader
        /// The offset of the first frame in the sound. `lastOffset` is that of the last frame.
        package var firstOffset: Int
        package var last: InspectedHeader
        package var lastOffset: Int
        /// The forms, in the order of their first frames.
        package var forms: [Form]
        package var bitRate: BitRates
        /// The number of gaps between frames. `gaps` holds the first gaps with their offsets.
        package var gapCount: Int
        package var gapByteCount: Int
        package var gaps: [Gap]
        /// The Xing or similar header, which describes the whole file, from a first frame without sound. Nil if there
        /// is no such frame.
        package var information: XingHeader?
    }

    /// The number of bytes of the input, including response heads and metadata blocks.
    package var byteCount = 0
    /// The response heads before the body, in order, those of redirects first.
    package var responses: [CapturedResponse] = []
    package var headByteCount = 0
    /// The kind of the body's content. Nil if the input is a single metadata block.
    package var kind: ContentKind?
    /// Whether the caller of ``CaptureInspector`` stated the kind, so that it was not detected.
    package var isKindForced = false
    /// The number of bytes of sound between two metadata blocks, or nil if the body has no blocks.
    package var metaint: Int?
    package var isMetaintForced = false
    /// Whether ``metaint`` follows from the places of the blocks, because the response's head does not state it.
    package var isMetaintFound: Bool { metaint != nil && !isMetaintForced && responses.last?.icy.metaint == nil }
    /// The first ICY metadata blocks that are not empty. `blockCount` is the number of all blocks that are not empty.
    package var blocks: [Block] = []
    package var blockCount = 0
    /// The number of bytes of the body without metadata blocks.
    package var soundByteCount = 0
    package var frames: Frames?
    /// The report on an HLS media segment; nil for other content. Such a segment is a transport stream, MP4, or packed
    /// audio with a timestamp.
    package var segment: SegmentReport?
    /// The report on an Ogg stream, or nil if the body is not Ogg.
    package var ogg: OggReport?
    package var tags: [Tag] = []
    package var tagCount = 0
    /// The number of bytes that belong to no frame, page or tag. They include the first bytes of a capture that begins
    /// inside a frame, although these are not a gap.
    package var garbageByteCount = 0
    /// The number of bytes at the end that begin an incomplete frame, page or tag.
    package var trailingByteCount = 0
    /// The first bytes of a list or web page; empty for other kinds of content.
    package var text: [UInt8] = []
    /// The content of an HLS playlist, or the reason why it cannot be read. Nil for other kinds of content.
    package var playlist: Result<HlsPlaylist, HlsPlaylistError>?
    package var problems: [StreamProblem] = []
}

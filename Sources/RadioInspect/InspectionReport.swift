import RadioFormats
import RadioHls

/// What a capture or file holds, as ``CaptureInspector`` found it. Offsets and sizes are bytes; an offset "in the sound"
/// counts what is left when heads and metadata blocks are taken out.
package struct InspectionReport: Hashable, Sendable {
    /// One metadata block that is not empty.
    package struct Block: Hashable, Sendable {
        /// Bytes of sound before it.
        package var offset: Int
        /// Without length byte and padding.
        package var raw: [UInt8]

        package init(offset: Int, raw: [UInt8]) {
            self.offset = offset
            self.raw = raw
        }
    }

    /// A tag among the frames.
    package struct Tag: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            case id3v2, id3v1, ape
        }

        package var kind: Kind
        /// In the sound.
        package var offset: Int
        /// As the tag's header says it.
        package var length: Int
        /// The tag itself; empty where it was too long to be kept.
        package var raw: [UInt8]
    }

    /// Bytes between two frames that belong to neither.
    package struct Gap: Hashable, Sendable {
        /// In the sound, behind the frame before.
        package var offset: Int
        package var length: Int

        package init(offset: Int, length: Int) {
            self.offset = offset
            self.length = length
        }
    }

    /// Frames of one rate and number of channels.
    package struct Form: Hashable, Sendable {
        package var sampleRate: Int
        /// Nil where the headers do not tell.
        package var channelCount: Int?
        package var frameCount: Int

        package init(sampleRate: Int, channelCount: Int?, frameCount: Int) {
            self.sampleRate = sampleRate
            self.channelCount = channelCount
            self.frameCount = frameCount
        }
    }

    package struct BitRates: Hashable, Sendable {
        /// Bits a second: of single frames, and over all of them.
        package var minimum: Int
        package var mean: Int
        package var maximum: Int
    }

    package struct Frames: Hashable, Sendable {
        package var count: Int
        package var byteCount: Int
        package var duration: MediaTime
        package var first: InspectedHeader
        /// In the sound.
        package var firstOffset: Int
        package var last: InspectedHeader
        package var lastOffset: Int
        /// In the order in which they came first.
        package var forms: [Form]
        package var bitRate: BitRates
        /// Gaps between frames, the first of them by place.
        package var gapCount: Int
        package var gapByteCount: Int
        package var gaps: [Gap]
        /// What a first frame without sound says of the whole file.
        package var information: XingHeader?
    }

    /// Of the input, heads and blocks included.
    package var byteCount = 0
    /// Heads before the body, redirects first.
    package var responses: [CapturedResponse] = []
    package var headByteCount = 0
    /// What the body is; nil for a bare metadata block.
    package var kind: ContentKind?
    /// The kind was named by the caller, not found.
    package var isKindForced = false
    /// Bytes of sound between two blocks; nil where all is sound.
    package var metaint: Int?
    package var isMetaintForced = false
    /// The first blocks of those that are not empty.
    package var blocks: [Block] = []
    package var blockCount = 0
    /// Bytes without metadata.
    package var soundByteCount = 0
    package var frames: Frames?
    /// A media segment of HLS: a transport stream, MP4, or packed audio with a timestamp.
    package var segment: SegmentReport?
    /// Nil where it is no Ogg stream.
    package var ogg: OggReport?
    package var tags: [Tag] = []
    package var tagCount = 0
    /// Bytes that belong to no frame, page or tag. A capture that begins inside a frame has some, and no gap.
    package var garbageByteCount = 0
    /// Bytes at the end that are the beginning of a frame, page or tag.
    package var trailingByteCount = 0
    /// A list's or page's bytes, from the beginning.
    package var text: [UInt8] = []
    /// What an HLS playlist says, or why it cannot be read; nil for all else.
    package var playlist: Result<HlsPlaylist, HlsPlaylistError>?
    package var problems: [StreamProblem] = []
}

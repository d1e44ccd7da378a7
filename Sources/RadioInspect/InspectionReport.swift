import RadioFormats
import RadioHls

/// What a capture or file holds, as ``CaptureInspector`` found it. Offsets and sizes are bytes; an offset "in the sound"
/// counts what is left when heads and metadata blocks are taken out.
public struct InspectionReport: Hashable, Sendable {
    /// One metadata block that is not empty.
    public struct Block: Hashable, Sendable {
        /// Bytes of sound before it.
        public var offset: Int
        /// Without length byte and padding.
        public var raw: [UInt8]

        public init(offset: Int, raw: [UInt8]) {
            self.offset = offset
            self.raw = raw
        }
    }

    /// A tag among the frames.
    public struct Tag: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable {
            case id3v2, id3v1, ape
        }

        public var kind: Kind
        /// In the sound.
        public var offset: Int
        /// As the tag's header says it.
        public var length: Int
        /// The tag itself; empty where it was too long to be kept.
        public var raw: [UInt8]
    }

    /// Bytes between two frames that belong to neither.
    public struct Gap: Hashable, Sendable {
        /// In the sound, behind the frame before.
        public var offset: Int
        public var length: Int

        public init(offset: Int, length: Int) {
            self.offset = offset
            self.length = length
        }
    }

    /// Frames of one rate and number of channels.
    public struct Form: Hashable, Sendable {
        public var sampleRate: Int
        /// Nil where the headers do not tell.
        public var channelCount: Int?
        public var frameCount: Int

        public init(sampleRate: Int, channelCount: Int?, frameCount: Int) {
            self.sampleRate = sampleRate
            self.channelCount = channelCount
            self.frameCount = frameCount
        }
    }

    public struct BitRates: Hashable, Sendable {
        /// Bits a second: of single frames, and over all of them.
        public var minimum: Int
        public var mean: Int
        public var maximum: Int
    }

    public struct Frames: Hashable, Sendable {
        public var count: Int
        public var byteCount: Int
        public var duration: MediaTime
        public var first: InspectedHeader
        /// In the sound.
        public var firstOffset: Int
        public var last: InspectedHeader
        public var lastOffset: Int
        /// In the order in which they came first.
        public var forms: [Form]
        public var bitRate: BitRates
        /// Gaps between frames, the first of them by place.
        public var gapCount: Int
        public var gapByteCount: Int
        public var gaps: [Gap]
        /// What a first frame without sound says of the whole file.
        public var information: XingHeader?
    }

    /// Of the input, heads and blocks included.
    public var byteCount = 0
    /// Heads before the body, redirects first.
    public var responses: [CapturedResponse] = []
    public var headByteCount = 0
    /// What the body is; nil for a bare metadata block.
    public var kind: ContentKind?
    /// The kind was named by the caller, not found.
    public var isKindForced = false
    /// Bytes of sound between two blocks; nil where all is sound.
    public var metaint: Int?
    public var isMetaintForced = false
    /// The first blocks of those that are not empty.
    public var blocks: [Block] = []
    public var blockCount = 0
    /// Bytes without metadata.
    public var soundByteCount = 0
    public var frames: Frames?
    /// A media segment of HLS: a transport stream, MP4, or packed audio with a timestamp.
    public var segment: SegmentReport?
    public var tags: [Tag] = []
    public var tagCount = 0
    /// Bytes that belong to no frame and no tag. A capture that begins inside a frame has some, and no gap.
    public var garbageByteCount = 0
    /// Bytes at the end that are the beginning of a frame or tag.
    public var trailingByteCount = 0
    /// A list's or page's bytes, from the beginning.
    public var text: [UInt8] = []
    /// What an HLS playlist says, or why it cannot be read; nil for all else.
    public var playlist: Result<HlsPlaylist, HlsPlaylistError>?
    public var problems: [StreamProblem] = []
}

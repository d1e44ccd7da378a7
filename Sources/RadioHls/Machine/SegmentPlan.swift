import RadioFormats

/// How a segment is read and where its sound belongs.
public struct SegmentPlan: Hashable, Sendable {
    /// What decrypts it (RFC 8216 §4.3.2.4).
    public struct Cipher: Hashable, Sendable {
        /// 16 bytes each.
        public var key: [UInt8]
        public var iv: [UInt8]

        public init(key: [UInt8], iv: [UInt8]) {
            self.key = key
            self.iv = iv
        }
    }

    /// An init section, as it came.
    public struct Map: Hashable, Sendable {
        public var bytes: [UInt8]
        public var cipher: Cipher?

        public init(bytes: [UInt8], cipher: Cipher? = nil) {
            self.bytes = bytes
            self.cipher = cipher
        }
    }

    /// Metadata that the playlist has for a moment of the segment.
    public struct Note: Hashable, Sendable {
        /// From the segment's start.
        public var offset: MediaTime
        public var metadata: TimedMetadata

        public init(offset: MediaTime, metadata: TimedMetadata) {
            self.offset = offset
            self.metadata = metadata
        }
    }

    /// The media sequence number.
    public var sequence: Int64
    /// Which part of the segment it is; nil: all of it.
    public var part: Int?
    /// Names the playlist that it is from: another number, another encoder.
    public var track: Int
    public var discontinuity: Int64
    public var duration: MediaTime
    /// Where it begins in the presentation.
    public var position: MediaTime
    /// When its first sample was recorded, since 1970.
    public var wallClock: MediaTime?
    public var cipher: Cipher?
    public var map: Map?
    /// In the order of their times.
    public var notes: [Note] = []
    /// Sound before that moment, from the segment's start, is left out: a seek, or a precise start.
    public var skip: MediaTime?
    /// Sound before it is missing, or is another's: nothing is expected of its time stamps.
    public var isDiscontinuous = false

    public init(sequence: Int64, track: Int, duration: MediaTime, position: MediaTime, discontinuity: Int64 = 0) {
        self.sequence = sequence
        self.track = track
        self.duration = duration
        self.position = position
        self.discontinuity = discontinuity
    }
}

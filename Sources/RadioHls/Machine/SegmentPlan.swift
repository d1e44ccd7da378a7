import RadioFormats

/// How a segment is read and where its sound belongs.
package struct SegmentPlan: Hashable, Sendable {
    /// What decrypts it (RFC 8216 §4.3.2.4).
    package struct Cipher: Hashable, Sendable {
        /// 16 bytes each.
        package var key: [UInt8]
        package var iv: [UInt8]

        package init(key: [UInt8], iv: [UInt8]) {
            self.key = key
            self.iv = iv
        }
    }

    /// An init section, as it came.
    package struct Map: Hashable, Sendable {
        package var bytes: [UInt8]
        package var cipher: Cipher?

        package init(bytes: [UInt8], cipher: Cipher? = nil) {
            self.bytes = bytes
            self.cipher = cipher
        }
    }

    /// Metadata that the playlist has for a moment of the segment.
    package struct Note: Hashable, Sendable {
        /// From the segment's start.
        package var offset: MediaTime
        package var metadata: TimedMetadata

        package init(offset: MediaTime, metadata: TimedMetadata) {
            self.offset = offset
            self.metadata = metadata
        }
    }

    /// The media sequence number.
    package var sequence: Int64
    /// Which part of the segment it is; nil: all of it.
    package var part: Int?
    /// Names the playlist that it is from: another number, another encoder.
    package var track: Int
    package var discontinuity: Int64
    package var duration: MediaTime
    /// Where it begins in the presentation.
    package var position: MediaTime
    /// When its first sample was recorded, since 1970.
    package var wallClock: MediaTime?
    package var cipher: Cipher?
    package var map: Map?
    /// In the order of their times.
    package var notes: [Note] = []
    /// Sound before that moment, from the segment's start, is left out: a seek, or a precise start.
    package var skip: MediaTime?
    /// Sound before it is missing, or is another's: nothing is expected of its time stamps.
    package var isDiscontinuous = false

    package init(sequence: Int64, track: Int, duration: MediaTime, position: MediaTime, discontinuity: Int64 = 0) {
        self.sequence = sequence
        self.track = track
        self.duration = duration
        self.position = position
        self.discontinuity = discontinuity
    }
}

import RadioFormats

/// How to read a segment, or a part of one, and where its sound belongs in the presentation.
package struct SegmentPlan: Hashable, Sendable {
    /// The key and initialization vector that decrypt the segment or its init section (RFC 8216 §4.3.2.4).
    package struct Cipher: Hashable, Sendable {
        /// The key, of 16 bytes.
        package var key: [UInt8]
        /// The initialization vector, of 16 bytes.
        package var iv: [UInt8]

        package init(key: [UInt8], iv: [UInt8]) {
            self.key = key
            self.iv = iv
        }
    }

    /// An init section as it was received, perhaps encrypted.
    package struct Map: Hashable, Sendable {
        package var bytes: [UInt8]
        package var cipher: Cipher?

        package init(bytes: [UInt8], cipher: Cipher? = nil) {
            self.bytes = bytes
            self.cipher = cipher
        }
    }

    /// An item of the playlist's metadata that belongs to a moment in the segment.
    package struct Note: Hashable, Sendable {
        /// The distance of that moment from the segment's start.
        package var offset: MediaTime
        package var metadata: TimedMetadata

        package init(offset: MediaTime, metadata: TimedMetadata) {
            self.offset = offset
            self.metadata = metadata
        }
    }

    /// The media sequence number. If the server has renumbered its segments since the stream began, this is the number
    /// that the segment would have without that.
    package var sequence: Int64
    /// The number of the part; nil for the whole segment.
    package var part: Int?
    /// The number of the ``HlsTrack`` that the segment is from. Segments of another track come from another encoder.
    package var track: Int
    package var discontinuity: Int64
    package var duration: MediaTime
    /// The position of the segment's start in the presentation.
    package var position: MediaTime
    /// The date of the segment's first sample, counted since 1970.
    package var wallClock: MediaTime?
    package var cipher: Cipher?
    package var map: Map?
    /// The playlist's metadata for the segment, in the order of time.
    package var notes: [Note] = []
    /// The duration left out at the segment's start, because of a seek or an exact start (EXT-X-START); nil for none.
    package var skip: MediaTime?
    /// Whether the time stamps need not continue those of the preceding sound, because that sound is missing or
    /// unrelated.
    package var isDiscontinuous = false
    /// Whether a tag (EXT-X-DISCONTINUITY) stands before the segment.
    package var isTagged = false

    package init(sequence: Int64, track: Int, duration: MediaTime, position: MediaTime, discontinuity: Int64 = 0) {
        self.sequence = sequence
        self.track = track
        self.duration = duration
        self.position = position
        self.discontinuity = discontinuity
    }

    /// Returns whether the time stamps continue those of the segment, or part, before (RFC 8216 §4.3.2.3).
    ///
    /// Between successive segments, only a tag begins new time stamps. The numbers of discontinuities may change between
    /// two requests of a playlist, because some servers do not count the tags that have left the playlist.
    package func continuesTimes(of before: SegmentPlan) -> Bool {
        if before.track == track, sequence == before.sequence { return true }
        guard before.track == track, sequence == before.sequence &+ 1 else {
            return before.discontinuity == discontinuity
        }
        return !isTagged
    }
}

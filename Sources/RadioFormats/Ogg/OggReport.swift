/// A report of an Ogg stream's pages, links and logical streams, whether or not its sound is playable.
///
/// Offsets count from the stream's first byte.
package struct OggReport: Hashable, Sendable {
    /// One logical stream of a link.
    package struct Stream: Hashable, Sendable {
        package var serial: UInt32
        /// Name of the content according to the first packet, such as `Vorbis` or `Theora`; nil if unknown.
        package var name: String?
        /// True if this is the logical stream of the link that a player would play.
        package var isPlayed = false
        package var pageCount = 0
        package var byteCount = 0
        /// Number of times after the first page of sound that a page's number was not the expected one.
        package var holeCount = 0
        /// Granule position of the first page that has one, not counting header pages; nil if there is none.
        package var firstGranule: Int64?
        /// Granule position of the last page that has one, not counting header pages; nil if there is none.
        package var lastGranule: Int64?
        /// True if the stream contains a page that is marked as its last one.
        package var isComplete = false
    }

    /// A link of the chain: the logical streams that begin together.
    package struct Link: Hashable, Sendable {
        package var offset: Int
        /// Logical streams in the order of their first pages, at most ``OggLink/maximumStreams``.
        package var streams: [Stream] = []
        package var streamCount = 0
        /// Format of the played stream; nil if there is none.
        package var format: MediaFormat?
        /// The link's comments in the form that ``VorbisComment`` reads. Nil if there are none, or if the comments of
        /// all links would exceed ``OggSurvey/maximumCommentBytes``.
        package var comments: [UInt8]?
        package var packetCount = 0
        /// Number of samples per channel that a player would play.
        package var sampleCount: Int64 = 0
        /// Number of samples per channel at the end that are not heard, according to the last page.
        package var trimmedCount = 0
        /// Number of gaps in the played stream where packets were missing or unreadable.
        package var breakCount = 0
        /// Description of the content if the link has no playable sound; nil if it has playable sound.
        package var unsupported: String?

        package var duration: MediaTime {
            format.map { MediaTime(samples: sampleCount, rate: $0.sampleRate) } ?? .zero
        }
    }

    package var pageCount = 0
    /// Total length of all pages in bytes.
    package var byteCount = 0
    /// Number of pages with a wrong checksum.
    package var damagedPageCount = 0
    /// Number of bytes that belong to no page, including the bytes of damaged pages.
    package var garbageByteCount = 0
    /// Links in order, at most ``OggSurvey/maximumLinks``.
    package var links: [Link] = []
    package var linkCount = 0
    /// Total duration of all links, including those beyond the maximum number in ``links``.
    package var duration = MediaTime.zero
}

/// The description of an Ogg stream by its pages, whether its sound is playable or not.
///
/// Offsets count from the stream's first byte.
package struct OggReport: Hashable, Sendable {
    /// One logical stream.
    package struct Stream: Hashable, Sendable {
        package var serial: UInt32
        /// Name of the content according to the first packet, such as `Vorbis` or `Theora`; nil if unknown.
        package var name: String?
        /// True if a player would play this logical stream rather than another one of the link.
        package var isPlayed = false
        package var pageCount = 0
        package var byteCount = 0
        /// Number of gaps in the page numbers after the first page with a granule position.
        package var holeCount = 0
        /// Granule position of the first page that has one, not counting header pages; nil if there is none.
        package var firstGranule: Int64?
        /// Granule position of the last page that has one, not counting header pages; nil if there is none.
        package var lastGranule: Int64?
        /// True if a page of the stream is marked as its last page.
        package var isComplete = false
    }

    /// A link of the chain: the logical streams that begin together.
    package struct Link: Hashable, Sendable {
        package var offset: Int
        /// Streams in order, at most ``OggLink/maximumStreams``.
        package var streams: [Stream] = []
        package var streamCount = 0
        /// Format of the played stream; nil if there is none.
        package var format: MediaFormat?
        /// Comments in the form that ``VorbisComment`` reads; nil if there are none, or they would exceed
        /// ``OggSurvey/maximumCommentBytes``.
        package var comments: [UInt8]?
        package var packetCount = 0
        /// Number of heard samples per channel.
        package var sampleCount: Int64 = 0
        /// Number of samples per channel that the last page cuts off.
        package var trimmedCount = 0
        /// Number of gaps in the played stream where packets were missing or unreadable.
        package var breakCount = 0
        /// Description of the content if the link has no playable sound; nil if it has.
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
    /// Total duration of all links, including links that are not in ``links``.
    package var duration = MediaTime.zero
}

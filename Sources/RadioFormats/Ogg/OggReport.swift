/// What the pages of an Ogg stream say of it, whether its sound is played or not. Offsets count from its first byte.
package struct OggReport: Hashable, Sendable {
    /// One logical stream.
    package struct Stream: Hashable, Sendable {
        package var serial: UInt32
        /// `Vorbis`, `Theora` …, by its first packet; nil where that is unknown.
        package var name: String?
        /// Its sound is what a player plays of the link.
        package var isPlayed = false
        package var pageCount = 0
        package var byteCount = 0
        /// Times that a page's number was not the next one, from the first page with a granule position on.
        package var holeCount = 0
        /// Granule positions of the first and the last page with one, headers excepted.
        package var firstGranule: Int64?
        package var lastGranule: Int64?
        /// Its last page says that it is the last.
        package var isComplete = false
    }

    /// The streams that begin together.
    package struct Link: Hashable, Sendable {
        package var offset: Int
        /// In their order; of many, the first.
        package var streams: [Stream] = []
        package var streamCount = 0
        /// Of the sound that is played; nil where there is none.
        package var format: MediaFormat?
        /// As ``VorbisComment`` reads them; nil where there are none, or too many were there before.
        package var comments: [UInt8]?
        package var packetCount = 0
        /// Samples per channel that are heard.
        package var sampleCount: Int64 = 0
        /// Samples per channel that the last page cuts off.
        package var trimmedCount = 0
        /// Times that packets were missing or could not be read.
        package var breakCount = 0
        /// What is in it instead of sound that can be played.
        package var unsupported: String?

        package var duration: MediaTime {
            format.map { MediaTime(samples: sampleCount, rate: $0.sampleRate) } ?? .zero
        }
    }

    package var pageCount = 0
    /// Of all pages.
    package var byteCount = 0
    /// Pages with a wrong checksum.
    package var damagedPageCount = 0
    /// Bytes that belong to no page, those of damaged ones included.
    package var garbageByteCount = 0
    /// In their order; of many, the first.
    package var links: [Link] = []
    package var linkCount = 0
    /// Of all links, whether they are kept or not.
    package var duration = MediaTime.zero
}

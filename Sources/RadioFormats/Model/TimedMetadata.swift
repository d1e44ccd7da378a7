/// Metadata that a stream contains between its packets, as raw bytes.
package struct TimedMetadata: Hashable, Sendable {
    /// The format of the raw bytes.
    package enum Kind: String, Hashable, Sendable {
        /// One ICY metadata block without its length byte and NUL padding.
        case icy
        /// A whole ID3v2 tag.
        case id3
        /// The title of an EXTINF tag, as written after the comma (RFC 8216 §4.3.2.1).
        case extinf
        /// The attributes of an EXT-X-DATERANGE tag, as written after the colon (RFC 8216 §4.3.2.7).
        case dateRange
        /// The comments of an Ogg link or FLAC file, or an MP4 file's metadata in the same form. ``VorbisComment``
        /// reads them.
        case vorbisComment
        /// A PICTURE block of FLAC (RFC 9639 §8.8). It is emitted before the comments of the same file or link.
        case flacPicture
    }

    package var kind: Kind
    package var raw: [UInt8]
    /// Time from the beginning of the described track to the packet after the metadata.
    ///
    /// Positive if the track began before that packet.
    package var lead: MediaTime

    package init(kind: Kind, raw: [UInt8], lead: MediaTime = .zero) {
        self.kind = kind
        self.raw = raw
        self.lead = lead
    }
}

extension [TimedMetadata] {
    /// Inserts a PICTURE block before the Vorbis comments, or at the end if there are none.
    mutating func add(flacPicture block: [UInt8]) {
        let place = firstIndex { $0.kind == .vorbisComment } ?? endIndex
        insert(TimedMetadata(kind: .flacPicture, raw: block), at: place)
    }
}

/// A piece of metadata as it stood between the packets of a stream; its raw bytes are kept beside every reading.
package struct TimedMetadata: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// One ICY metadata block without its length byte and NUL padding.
        case icy
        /// A whole ID3v2 tag.
        case id3
        /// The title of an EXTINF tag, as it is written behind the comma (RFC 8216 §4.3.2.1).
        case extinf
        /// The attributes of an EXT-X-DATERANGE tag, as they are written behind the colon (RFC 8216 §4.3.2.7).
        case dateRange
        /// The comments of a link of an Ogg chain, or of a FLAC file: ``VorbisComment``. An MP4 file's metadata in that form.
        case vorbisComment
        /// A PICTURE block of FLAC (RFC 9639 §8.8), ahead of the comments that it belongs to.
        case flacPicture
    }

    package var kind: Kind
    package var raw: [UInt8]
    /// How long before the sound that it comes with it began: a programme that was on already when the sound begins.
    package var lead: MediaTime

    package init(kind: Kind, raw: [UInt8], lead: MediaTime = .zero) {
        self.kind = kind
        self.raw = raw
        self.lead = lead
    }
}

extension [TimedMetadata] {
    /// Adds a PICTURE block ahead of the comments.
    mutating func add(flacPicture block: [UInt8]) {
        let place = firstIndex { $0.kind == .vorbisComment } ?? endIndex
        insert(TimedMetadata(kind: .flacPicture, raw: block), at: place)
    }
}

/// Metadata that a stream contains between its packets, as raw bytes.
package struct TimedMetadata: Hashable, Sendable {
    /// The format of the raw bytes.
    package enum Kind: String, Hashable, Sendable {
        /// One ICY metadata block without its length byte and NUL padding.
        case icy
        /// A whole ID3v2 tag.
        case id3
        /// An ID3v1 tag, which is at the end of a file but describes the whole file.
        case id3v1
        /// The title of an EXTINF tag, as written after the comma (RFC 8216 §4.3.2.1). Empty if the title before turned
        /// out to be no song.
        case extinf
        /// The attributes of an EXT-X-DATERANGE tag, as written after the colon (RFC 8216 §4.3.2.7).
        case dateRange
        /// The comments of an Ogg link or FLAC file. ``VorbisComment`` reads them.
        case vorbisComment
        /// A PICTURE block of FLAC (RFC 9639 §8.8). It is emitted before the comments of the same file or link.
        case flacPicture
        /// The items of an MP4 file's iTunes metadata (`ilst`). ``ITunesMetadata`` reads them.
        case itunes
        /// The title of a cue sheet's track, as UTF-8 text: `Performer - Title`.
        case cueSheet
    }

    package var kind: Kind
    package var raw: [UInt8]
    /// Time from the beginning of the described track to the packet after the metadata.
    ///
    /// Positive if the track began before that packet.
    package var lead: MediaTime
    /// True if the text stands at every segment of a playlist so far, so that it may name the station and no song.
    package var isStanding = false
    /// The number of metadata that arrived before these and were left out, because there were too many to read.
    package var skipped = 0

    package init(kind: Kind, raw: [UInt8], lead: MediaTime = .zero) {
        self.kind = kind
        self.raw = raw
        self.lead = lead
    }

    /// Returns nil if the bytes are not an ID3v1 tag.
    package init?(id3v1 bytes: [UInt8]) {
        guard Id3v1Tag(bytes) != nil else { return nil }
        self.init(kind: .id3v1, raw: bytes)
    }

    /// The metadata without its pictures, which are large and do not name the track. A short ID3v2 tag stays whole.
    package var withoutPictures: TimedMetadata {
        var metadata = self
        switch kind {
        case .vorbisComment: metadata.raw = VorbisComment.withoutPictures(raw)
        case .id3 where raw.count > AudioFraming.maximumKeptTag: metadata.raw = Id3TagReader.withoutPictures(raw)
        case .itunes: metadata.raw = ITunesMetadata.withoutPictures(raw)
        case .icy, .id3, .id3v1, .extinf, .dateRange, .flacPicture, .cueSheet: break
        }
        return metadata
    }
}

extension [TimedMetadata] {
    /// Maximum number of PICTURE blocks.
    private static let maximumPictures = 8
    /// Maximum length in bytes of the fields before the picture in a PICTURE block, so that a picture of the maximum
    /// length fits.
    private static let maximumPictureHeader = 4 << 10

    /// Returns whether a further PICTURE block of this length may be added.
    func hasRoom(forPicture length: Int) -> Bool {
        let blocks = filter { $0.kind == .flacPicture }
        let bytes = blocks.reduce(length) { $0 + $1.raw.count }
        return blocks.count < Self.maximumPictures
            && bytes <= EmbeddedPicture.maximumLength + Self.maximumPictureHeader
    }

    /// Inserts a PICTURE block before the Vorbis comments, or at the end if there are none.
    mutating func add(flacPicture block: [UInt8]) {
        let place = firstIndex { $0.kind == .vorbisComment } ?? endIndex
        insert(TimedMetadata(kind: .flacPicture, raw: block), at: place)
    }
}

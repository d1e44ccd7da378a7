/// Reads the ID3v2 tags at the beginning of a stream or file, and passes the content after them on.
///
/// Such tags are usual before MPEG audio. Some programs also write them before FLAC, Ogg, AAC and other content.
package struct LeadingTags {
    /// Maximum length of all tags together, in bytes. A tag that would exceed it counts as content.
    package static let maximumLength = AudioFraming.maximumPassedTag

    /// A part of the stream.
    package enum Piece {
        /// A whole tag, its position and its length in bytes. The metadata are what ``Id3TagReader`` keeps of the tag.
        case tag(TimedMetadata, at: Int, length: Int)
        /// Bytes after the tags, valid only during the call of `emit`.
        case content(UnsafeRawBufferPointer)
    }

    /// Number of bytes of the tags so far.
    package private(set) var byteCount = 0
    /// True while the next byte belongs to a tag. The first bytes of a tag's header do not count.
    package var isInside: Bool { reader != nil }

    private var isOver: Bool
    private var reader: Id3TagReader?
    /// The beginning of a header, or of content that looks like a header.
    private var held: [UInt8] = []

    /// - Parameter isOver: whether the next byte belongs to the content.
    package init(isOver: Bool = false) { self.isOver = isOver }

    /// Takes the next bytes. `emit` must not use this value.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (Piece) -> Void) {
        var rest = bytes
        while !isOver, !rest.isEmpty {
            var taken: Int
            if reader != nil {
                taken = reader?.feed(rest) ?? 0
                byteCount += taken
            } else {
                taken = min(Id3Tag.headerLength - held.count, rest.count)
                held += rest[..<taken]
                begin(emit)
            }
            endTag(emit)
            rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
        }
        if !rest.isEmpty { emit(.content(rest)) }
    }

    /// Ends the stream. Drops an incomplete tag.
    package mutating func finish(_ emit: (Piece) -> Void) { if !isOver { beginContent(emit) } }

    /// Begins a tag if its header is in ``held``, or the content if no header can be there.
    private mutating func begin(_ emit: (Piece) -> Void) {
        guard held.starts(with: "ID3".utf8.prefix(held.count)) else { return beginContent(emit) }
        guard held.count == Id3Tag.headerLength else { return }
        reader = held.withUnsafeBytes { Id3TagReader(header: $0) }
        guard let reader, byteCount + reader.length <= Self.maximumLength else { return beginContent(emit) }
        byteCount += held.count
        held = []
    }

    private mutating func endTag(_ emit: (Piece) -> Void) {
        guard let reader, let tag = reader.tag else { return }
        self.reader = nil
        emit(.tag(TimedMetadata(kind: .id3, raw: tag), at: byteCount - reader.length, length: reader.length))
    }

    private mutating func beginContent(_ emit: (Piece) -> Void) {
        (isOver, reader) = (true, nil)
        if !held.isEmpty { held.withUnsafeBytes { emit(.content($0)) } }
        held = []
    }
}

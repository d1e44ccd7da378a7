/// The first bytes of a response's body or a file, until its kind is recognised.
///
/// ICY metadata blocks and leading ID3v2 tags are separated from the content, and kept as metadata. The tags may be much
/// longer than the content that the recognition needs.
package struct BodyPrefix {
    /// Maximum number of bytes of metadata that are kept. The oldest metadata are dropped first.
    package static let maximumMetadata = Id3TagReader.maximumKept + 64 << 10

    /// The content so far.
    package private(set) var content: [UInt8] = []
    /// The metadata so far, each with the number of bytes of ``content`` before it.
    package private(set) var metadata: [(place: Int, metadata: TimedMetadata)] = []
    /// Number of bytes so far, including metadata.
    package private(set) var byteCount = 0
    /// The separators, which continue after these bytes.
    package private(set) var splitter: IcySplitter
    package private(set) var tags = LeadingTags()
    private var told = 0

    /// - Parameter metaint: number of bytes of sound between two ICY metadata blocks; nil if there are no blocks.
    package init(metaint: Int? = nil) { splitter = IcySplitter(metaint: metaint) }

    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        // The separators are moved out of `self`, so that the closure can change `self` while they change.
        var (splitter, tags) = (IcySplitter(metaint: nil), LeadingTags())
        swap(&splitter, &self.splitter)
        swap(&tags, &self.tags)
        splitter.feed(bytes) { event in
            switch event {
            case .sound(let sound): tags.feed(sound) { take($0) }
            case .metadata(let block): keep(TimedMetadata(kind: .icy, raw: Array(block)))
            }
        }
        swap(&splitter, &self.splitter)
        swap(&tags, &self.tags)
    }

    /// Lets the parsers that continue after these bytes search for ICY metadata blocks that no header announces. The
    /// parsers must feed the content to ``splitter`` again.
    package mutating func searchBlocks() {
        if splitter.metaint == nil { splitter = IcySplitter(searchingAfter: byteCount - content.count) }
    }

    /// Returns the kind of the content; nil while more bytes are needed.
    /// - Parameters:
    ///   - contentType: the response's content type, with or without parameters.
    ///   - isComplete: whether no more bytes follow.
    package mutating func sniff(contentType: String?, isComplete: Bool) -> ContentKind? {
        if isComplete {
            var tags = tags
            tags.finish { take($0) }
            self.tags = tags
        }
        return content.withUnsafeBytes {
            ContentSniffer.sniff($0, contentType: contentType, isComplete: isComplete)
        }
    }

    /// Passes the content and the metadata on, in their order in the body.
    package func replay(content take: (UnsafeRawBufferPointer) -> Void, metadata keep: (TimedMetadata) -> Void) {
        content.withUnsafeBytes { bytes in
            var start = 0
            func pass(upTo end: Int) {
                if end > start { take(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) }
                start = end
            }
            for (place, metadata) in metadata {
                pass(upTo: place)
                keep(metadata)
            }
            pass(upTo: bytes.count)
        }
    }

    /// Returns the number of bytes that were fed since the last call.
    package mutating func takeByteCount() -> Int {
        defer { told = byteCount }
        return byteCount - told
    }

    private mutating func take(_ piece: LeadingTags.Piece) {
        switch piece {
        case .tag(let tag, _, _): keep(tag)
        case .content(let bytes): content.append(contentsOf: bytes)
        }
    }

    private mutating func keep(_ new: TimedMetadata) {
        metadata.append((content.count, new))
        var size = metadata.reduce(0) { $0 + $1.metadata.raw.count }
        while size > Self.maximumMetadata, metadata.count > 1 { size -= metadata.removeFirst().metadata.raw.count }
    }
}

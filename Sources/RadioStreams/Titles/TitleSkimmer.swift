import RadioFormats

/// Finds the titles in a station's body: ICY metadata between the sound, or the comments of an Ogg stream's links.
///
/// The type does no I/O.
final class TitleSkimmer {
    private var splitter: IcySplitter
    private let ogg: OggSkimmer?
    private var news = News()

    /// Creates a skimmer that continues after the first bytes of a body. The caller passes these bytes to
    /// ``begin(with:_:)``.
    init(after prefix: BodyPrefix, isOgg: Bool) {
        splitter = prefix.splitter
        ogg = isOgg ? OggSkimmer() : nil
    }

    /// The number of bytes that come next and need not be read, because they are sound.
    var soundDue: Int { min(splitter.soundDue, ogg?.soundDue ?? .max) }

    /// The number of bytes before the next byte at which the skimmer must act, such as the end of a metadata block.
    var due: Int {
        guard let ogg, splitter.soundDue > 0 else { return splitter.due }
        return splitter.metaint == nil ? ogg.due : min(splitter.due, ogg.due)
    }

    /// The maximum number of bytes to read at once.
    ///
    /// A read for a metadata block does not include the sound after the block. Ogg pages are short, so a call for each
    /// page would cost more than copying them.
    var readLimit: Int { ogg == nil && soundDue == 0 ? due : .max }

    /// The minimum number of bytes that are worth a read: for Ogg, several pages.
    var leastBytes: Int { ogg == nil ? 1 : SkimmedStream.lowWater }

    /// True while metadata blocks are searched for that no header announces, and none was found yet.
    var isSearching: Bool { splitter.isSearching }

    /// True if a block of metadata has just ended.
    var isBehindBlock: Bool { splitter.soundDue == splitter.metaint }

    /// Skips `count` bytes of sound that were not read. `count` is at most ``soundDue``.
    func skipSound(_ count: Int) {
        splitter.skipSound(count)
        ogg?.skipSound(count)
    }

    /// Finds titles in the first bytes of a body, which the skimmer was created for.
    func begin(with prefix: BodyPrefix, _ take: (TimedMetadata) -> Void) {
        let isSplit = splitter.metaint != nil
        prefix.replay { content in
            guard isSplit else { return feed(content, take) }
            ogg?.feed(content) { news.bring(TimedMetadata(kind: .vorbisComment, raw: $0), take) }
        } metadata: { metadata in
            if metadata.kind == .icy { metadata.raw.withUnsafeBytes { news.take($0, take) } }
        }
    }

    /// Finds titles in the next bytes of the body.
    /// - Parameter take: Called with metadata that differs from the metadata before. Many stations repeat their title
    ///   with every metadata block, about once a second.
    func feed(_ bytes: UnsafeRawBufferPointer, _ take: (TimedMetadata) -> Void) {
        splitter.feed(bytes) { event in
            switch event {
            case .metadata(let block): news.take(block, take)
            case .sound(let sound): ogg?.feed(sound) { news.bring(TimedMetadata(kind: .vorbisComment, raw: $0), take) }
            }
        }
    }

    /// Leaves out metadata that repeats the previous metadata.
    private struct News {
        var sources = TitleSources()
        var last: TimedMetadata?

        mutating func take(_ block: UnsafeRawBufferPointer, _ take: (TimedMetadata) -> Void) {
            if let last, last.kind == .icy, block.elementsEqual(last.raw) { return }
            bring(TimedMetadata(kind: .icy, raw: Array(block)), take)
        }

        mutating func bring(_ metadata: TimedMetadata, _ take: (TimedMetadata) -> Void) {
            guard let counted = sources.take(metadata), counted != last else { return }
            last = counted
            take(counted)
        }
    }
}

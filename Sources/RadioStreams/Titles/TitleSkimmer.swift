import RadioFormats

/// Finds the titles in a station's body: ICY metadata between the sound, and the comments of an Ogg stream's links.
///
/// The type does no I/O.
struct TitleSkimmer {
    private var splitter: IcySplitter
    private let ogg: OggSkimmer?
    private var news = News()

    init(metaint: Int?, isOgg: Bool) {
        splitter = IcySplitter(metaint: metaint)
        ogg = isOgg ? OggSkimmer() : nil
    }

    /// The number of the next bytes that need not be read.
    var soundDue: Int { min(splitter.soundDue, ogg?.soundDue ?? .max) }

    /// The number of bytes up to the next point where the skimmer knows more.
    var due: Int {
        guard let ogg, splitter.soundDue > 0 else { return splitter.due }
        return splitter.metaint == nil ? ogg.due : min(splitter.due, ogg.due)
    }

    /// The most bytes to read at once.
    ///
    /// In a block of metadata or before it, no byte of the sound behind is read. Ogg's pages are short, so a call for
    /// each page would cost more than copying them.
    var readLimit: Int { ogg == nil && soundDue == 0 ? due : .max }

    /// The least number of bytes that are worth a read: some of Ogg's pages.
    var leastBytes: Int { ogg == nil ? 1 : SkimmedStream.lowWater }

    /// True if a block of metadata has just ended.
    var isBehindBlock: Bool { splitter.soundDue == splitter.metaint }

    /// Skips `count` bytes, at most ``soundDue``, that were not read.
    mutating func skipSound(_ count: Int) {
        splitter.skipSound(count)
        ogg?.skipSound(count)
    }

    /// Takes the next bytes of the body.
    /// - Parameter take: Gets metadata once. Many stations repeat their title with every block, about once a second.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ take: (TimedMetadata) -> Void) {
        splitter.feed(bytes) { event in
            switch event {
            case .metadata(let block): news.take(block, take)
            case .sound(let sound): ogg?.feed(sound) { news.bring(TimedMetadata(kind: .vorbisComment, raw: $0), take) }
            }
        }
    }

    /// Leaves out metadata that repeats the last one.
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

import RadioFormats

/// What a logger reads of a station's body: ICY metadata between the sound, and the comments of an Ogg stream's links. No I/O.
struct TitleSkimmer {
    private var splitter: IcySplitter
    private let ogg: OggSkimmer?
    private var news = News()

    init(metaint: Int?, isOgg: Bool) {
        splitter = IcySplitter(metaint: metaint)
        ogg = isOgg ? OggSkimmer() : nil
    }

    /// Bytes that come next and need not be looked at.
    var soundDue: Int { min(splitter.soundDue, ogg?.soundDue ?? .max) }

    /// Bytes up to the next point at which something is known.
    var due: Int {
        guard let ogg, splitter.soundDue > 0 else { return splitter.due }
        return splitter.metaint == nil ? ogg.due : min(splitter.due, ogg.due)
    }

    /// Bytes that may be read at once: inside of a block and before it not one byte of the sound behind it. Ogg's pages are
    /// short, so that a call for each would cost more than copying them does.
    var readLimit: Int { ogg == nil && soundDue == 0 ? due : .max }

    /// Bytes that are worth a look: some of Ogg's pages.
    var leastBytes: Int { ogg == nil ? 1 : SkimmedStream.lowWater }

    /// A block of metadata ended just now.
    var isBehindBlock: Bool { splitter.soundDue == splitter.metaint }

    /// Takes `count` bytes, at most ``soundDue``, that nobody looked at.
    mutating func skipSound(_ count: Int) {
        splitter.skipSound(count)
        ogg?.skipSound(count)
    }

    /// Takes the next bytes of the body.
    /// - Parameter take: what a station repeats is told once: many send their title with every block, about once a second.
    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ take: (TimedMetadata) -> Void) {
        splitter.feed(bytes) { event in
            switch event {
            case .metadata(let block): news.take(block, take)
            case .sound(let sound): ogg?.feed(sound) { news.bring(TimedMetadata(kind: .vorbisComment, raw: $0), take) }
            }
        }
    }

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

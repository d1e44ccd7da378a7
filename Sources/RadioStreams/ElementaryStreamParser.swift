import RadioFormats

/// Turns the bytes of one HTTP body or file into elements: splits off metadata and cuts the sound into packets.
///
/// The container's parser gets the bytes after leading ID3v2 tags, and counts its offsets from there. The parser does no
/// I/O.
final class ElementaryStreamParser {
    private var splitter: IcySplitter
    private var tags: LeadingTags
    private var container: any ContainerParser
    private var hasTakenLength = false
    private var titles = TitleSources()
    /// The chapters in the tags before the first packet.
    private var taggedChapters: [Chapter] = []
    private var hasPackets = false

    /// Creates a parser that continues after the first bytes of a body. The caller passes these bytes to
    /// ``begin(with:_:)``.
    init(after prefix: BodyPrefix = BodyPrefix(), container: Container, canJump: Bool = false, isFile: Bool = false) {
        splitter = prefix.splitter
        tags = prefix.tags
        self.container = container.makeParser(canJump: canJump, isFile: isFile)
    }

    private init(_ container: any ContainerParser) {
        splitter = IcySplitter(metaint: nil)
        tags = LeadingTags(isOver: true)
        self.container = container
    }

    /// Returns a parser that can begin at any byte of the same file, like `ContainerParser.resumed()`.
    func resumed() -> ElementaryStreamParser? { container.resumed().map(ElementaryStreamParser.init) }

    /// Takes the first bytes of a body, which the parser was created for.
    func begin(with prefix: BodyPrefix, _ emit: (StreamElement) -> Void) {
        let isSplit = splitter.metaint != nil
        prefix.replay {
            isSplit ? feed(content: $0, emit) : feed($0, emit)
        } metadata: {
            take($0, emit)
        }
    }

    func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        splitter.feed(bytes) { take($0, emit) }
    }

    private func take(_ event: IcySplitter.Event, _ emit: (StreamElement) -> Void) {
        switch event {
        case .sound(let sound):
            tags.feed(sound) { piece in
                switch piece {
                case .tag(let tag, _, _): take(tag, emit)
                case .content(let content): feed(content: content, emit)
                }
            }
        case .metadata(let block): take(TimedMetadata(kind: .icy, raw: Array(block)), emit)
        }
    }

    private func feed(content: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        container.feed(content) { take($0, emit) }
    }

    func finish(_ emit: (StreamElement) -> Void) {
        splitter.finish { take($0, emit) }
        container.finish { take($0, emit) }
    }

    /// The number of bytes of sound between two ICY metadata blocks, or nil if there are none or none was found yet.
    var metaint: Int? { splitter.metaint }

    /// Takes metadata that is not part of the container.
    private func take(_ metadata: TimedMetadata, _ emit: (StreamElement) -> Void) {
        if metadata.kind == .id3 { container.begin(after: metadata) }
        take(.metadata(metadata), emit)
    }

    private func take(_ element: StreamElement, _ emit: (StreamElement) -> Void) {
        if case .packet = element { hasPackets = true }
        guard case .metadata(let metadata) = element else { return emit(element) }
        if !hasPackets, taggedChapters.isEmpty { taggedChapters = metadata.chapters }
        if let counted = titles.take(metadata) { emit(.metadata(counted)) }
    }

    /// The bytes of a file that the parser needs next.
    var wanted: WantedBytes {
        switch container.wanted {
        case .from(let offset): .from(tags.byteCount + offset)
        case .following: .following
        case .nothing: .nothing
        }
    }

    /// Sets the offset in the file of the bytes that are passed to the parser next.
    func jump(to offset: Int) { container.jump(to: max(offset - tags.byteCount, 0)) }

    /// Continues at a time of the file. The parser first emits some packets from before that time, to prime the
    /// decoder.
    /// - Returns: The position of the first packet, or nil if no index is known (yet).
    func seek(to time: MediaTime) -> MediaTime? { container.seek(to: time) }

    /// Estimates which fraction of the file's bytes comes before a fraction of its duration. Both fractions are from 0
    /// to 1.
    func byteShare(at share: Double) -> Double { container.byteShare(at: share) }

    /// The length of the sound as the file states it, or nil if the file does not state it.
    var length: NamedLength? { container.length }

    /// The chapters (named parts) that the file states. Known once its first packet was parsed.
    var chapters: [Chapter] { taggedChapters.isEmpty ? container.chapters : taggedChapters }

    /// Returns ``length`` the first time that it is known. All other calls return nil.
    func takeLength() -> NamedLength? {
        guard !hasTakenLength, let length else { return nil }
        hasTakenLength = true
        return length
    }

    /// Returns the reason why the parser will find no sound, or nil if it may still find sound.
    /// - Parameter address: The stream's address, for the text of the error.
    func failure(of address: String) -> StreamError? { container.failure(of: address) }
}

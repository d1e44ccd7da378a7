import RadioFormats

/// Turns the bytes of one HTTP body or file into elements: splits off metadata and cuts the sound into packets.
///
/// The parser does no I/O.
final class ElementaryStreamParser {
    private var splitter: IcySplitter
    private var container: any ContainerParser
    private var hasTakenLength = false
    private var titles = TitleSources()

    init(metaint: Int?, container: Container, canJump: Bool = false) {
        splitter = IcySplitter(metaint: metaint)
        self.container = container.makeParser(canJump: canJump)
    }

    private init(_ container: any ContainerParser) {
        splitter = IcySplitter(metaint: nil)
        self.container = container
    }

    /// Returns a parser that can begin at any byte of the same file, like `ContainerParser.resumed()`.
    func resumed() -> ElementaryStreamParser? { container.resumed().map(ElementaryStreamParser.init) }

    func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        splitter.feed(bytes) { event in
            switch event {
            case .sound(let sound): container.feed(sound) { take($0, emit) }
            case .metadata(let block): take(.metadata(TimedMetadata(kind: .icy, raw: Array(block))), emit)
            }
        }
    }

    func finish(_ emit: (StreamElement) -> Void) { container.finish { take($0, emit) } }

    private func take(_ element: StreamElement, _ emit: (StreamElement) -> Void) {
        guard case .metadata(let metadata) = element else { return emit(element) }
        if let counted = titles.take(metadata) { emit(.metadata(counted)) }
    }

    /// The bytes of a file that the parser needs next.
    var wanted: WantedBytes { container.wanted }

    /// Sets the offset in the file of the bytes that are passed to the parser next.
    func jump(to offset: Int) { container.jump(to: offset) }

    /// Continues at a time of the file. The parser first emits some packets from before that time, to prime the
    /// decoder.
    /// - Returns: The position of the first packet, or nil if no index is known (yet).
    func seek(to time: MediaTime) -> MediaTime? { container.seek(to: time) }

    /// Estimates which fraction of the file's bytes comes before a fraction of its duration. Both fractions are from 0
    /// to 1.
    func byteShare(at share: Double) -> Double { container.byteShare(at: share) }

    /// The length of the sound as the file states it, or nil if the file does not state it.
    var length: NamedLength? { container.length }

    /// The chapters (named parts) that the file states.
    var chapters: [Chapter] { container.chapters }

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

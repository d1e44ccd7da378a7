import RadioFormats

/// The bytes of a plain stream to elements: metadata is split off, the sound is cut into packets. No I/O.
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

    /// `ContainerParser.resumed()`, of a file.
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

    /// Which bytes of a file are needed next.
    var wanted: WantedBytes { container.wanted }

    /// What is fed next lies there.
    func jump(to offset: Int) { container.jump(to: offset) }

    /// Goes on at a time, with packets before it that prime a decoder.
    /// - Returns: where the first packet belongs; nil where there is no index (yet).
    func seek(to time: MediaTime) -> MediaTime? { container.seek(to: time) }

    /// Which share of a file's bytes is thought to lie before a share of its time.
    func byteShare(at share: Double) -> Double { container.byteShare(at: share) }

    /// How long the file is, as it says itself.
    var length: NamedLength? { container.length }

    /// The parts of a file that have names.
    var chapters: [Chapter] { container.chapters }

    /// The length, taken once.
    func takeLength() -> NamedLength? {
        guard !hasTakenLength, let length else { return nil }
        hasTakenLength = true
        return length
    }

    /// Why no sound comes, or none any more; nil while some may.
    /// - Parameter address: names the stream.
    func failure(of address: String) -> StreamError? { container.failure(of: address) }
}

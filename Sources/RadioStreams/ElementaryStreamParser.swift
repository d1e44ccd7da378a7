import RadioFormats

/// The bytes of a plain stream to elements: metadata is split off, the sound is cut into packets. No I/O.
final class ElementaryStreamParser {
    private var splitter: IcySplitter
    private var container: any ContainerParser
    private var hasTakenCount = false

    init(metaint: Int?, container: Container) {
        splitter = IcySplitter(metaint: metaint)
        self.container = container.makeParser()
    }

    func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        splitter.feed(bytes) { event in
            switch event {
            case .sound(let sound): container.feed(sound, emit)
            case .metadata(let block): emit(.metadata(TimedMetadata(kind: .icy, raw: Array(block))))
            }
        }
    }

    func finish(_ emit: (StreamElement) -> Void) { container.finish(emit) }

    /// How many packets the file has, as its first frame says; taken once.
    func takePacketCount() -> Int? {
        guard !hasTakenCount, let count = container.packetCount else { return nil }
        hasTakenCount = true
        return count
    }

    /// Why no sound comes, or none any more; nil while some may.
    /// - Parameter address: names the stream.
    func failure(of address: String) -> StreamError? { container.failure(of: address) }
}

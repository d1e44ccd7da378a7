import RadioFormats

/// Which bytes of an item are wanted next, and which of its packets are given: those from a place on that a seek names. No I/O.
final class FilePlan {
    private let parser: ElementaryStreamParser
    private var clock: FileClock
    /// The index was asked for the place.
    private var isSought = false
    private(set) var hasPackets = false

    /// - Parameters:
    ///   - canJump: whether bytes can be had from anywhere.
    ///   - place: where the sound is to begin; nil where no positions are told.
    init(metaint: Int? = nil, container: Container, canJump: Bool = false, place: MediaTime?) {
        parser = ElementaryStreamParser(metaint: metaint, container: container, canJump: canJump)
        clock = FileClock(target: place)
    }

    /// The bytes that ``wanted`` names, and any that follow.
    func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        parser.feed(bytes) { forward($0, emit) }
        if !isSought, let target = clock.target, target > .zero { _ = seek(to: target) }
    }

    /// No bytes follow.
    func finish(_ emit: (StreamElement) -> Void) { parser.finish { forward($0, emit) } }

    var wanted: WantedBytes { parser.wanted }

    /// What is fed next lies there.
    func jump(to offset: Int) { parser.jump(to: offset) }

    /// Goes on at a place by the index.
    /// - Returns: false where there is none (yet): everything must be read from its beginning.
    func seek(to place: MediaTime) -> Bool {
        guard let start = parser.seek(to: place) else { return false }
        isSought = true
        clock = FileClock(time: start, rate: clock.rate, target: place)
        return true
    }

    /// How long the item is, as it says itself; taken once, after its first packet.
    func takeLength() -> NamedLength? { hasPackets ? parser.takeLength() : nil }

    /// Of all packets so far.
    var time: MediaTime { clock.time }

    /// Why no sound comes, or none any more; nil while some may.
    /// - Parameter address: names the stream.
    func failure(of address: String) -> StreamError? { parser.failure(of: address) }

    private func forward(_ element: StreamElement, _ emit: (StreamElement) -> Void) {
        switch element {
        case .packet(let packet):
            hasPackets = true
            guard let arrival = clock.take(packet) else { return }
            if let position = arrival.position { emit(.position(SoundPosition(time: position))) }
            for primer in arrival.primers {
                primer.withUnsafeBytes { emit(.packet(Packet(bytes: $0, sampleCount: 0))) }
            }
        case .format(let format): clock.rate = format.sampleRate
        case .metadata, .position, .discontinuity, .end: break
        }
        emit(element)
    }
}

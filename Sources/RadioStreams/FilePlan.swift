import RadioFormats

/// Which bytes of an item are wanted next, and which of its packets are given: those from a place on that a seek names. No I/O.
final class FilePlan {
    private let container: Container
    private let canJump: Bool
    /// Bytes of all of it, where places may be guessed by them.
    private let byteCount: Int?
    /// The one that was fed from the beginning, and knows the file's own header; and the one that is fed now.
    private let first: ElementaryStreamParser
    private var parser: ElementaryStreamParser
    private var clock: FileClock
    /// The index was asked for the place.
    private var isSought = false
    private var position = 0
    private var survey = FileSurvey()
    private var isFinished = false
    private(set) var hasPackets = false

    /// - Parameters:
    ///   - canJump: whether bytes can be had from anywhere.
    ///   - byteCount: bytes of the file, where a place without an index is to be guessed by them; nil: it is found by reading.
    ///   - place: where the sound is to begin; nil where no positions are told.
    init(metaint: Int? = nil, container: Container, canJump: Bool = false, byteCount: Int? = nil, place: MediaTime?) {
        self.container = container
        self.canJump = canJump
        self.byteCount = byteCount
        first = ElementaryStreamParser(metaint: metaint, container: container, canJump: canJump)
        parser = first
        clock = FileClock(target: place)
    }

    /// Where the bytes lie that are needed next; nil: there is nothing more to hear.
    var wanted: Int? {
        switch parser.wanted {
        case .following: position
        case .from(let offset): offset
        case .nothing: nil
        }
    }

    /// Bytes that lie at an offset of the file. Those before ``wanted`` are passed over.
    func feed(_ bytes: UnsafeRawBufferPointer, at offset: Int, _ emit: (StreamElement) -> Void) {
        guard let wanted, (offset..<offset + bytes.count).contains(wanted) else { return }
        parser.jump(to: wanted)
        position = offset + bytes.count
        survey.add(fed: position - wanted)
        parser.feed(UnsafeRawBufferPointer(rebasing: bytes[(wanted - offset)...])) { forward($0, emit) }
        if !isSought, let target = clock.target, target > .zero { _ = seek(to: target) }
    }

    /// No bytes follow.
    func finish(_ emit: (StreamElement) -> Void) {
        parser.finish { forward($0, emit) }
        isFinished = true
    }

    /// Whether packets are still to come.
    var isOpen: Bool { hasPackets && !isFinished }

    /// Goes on at a place by the index, or where it is thought to lie.
    /// - Returns: false where there is nothing (yet) to tell it by: everything must be read from its beginning.
    func seek(to place: MediaTime) -> Bool {
        if let start = parser.seek(to: place) {
            clock = FileClock(time: start, rate: clock.rate, target: place)
        } else if canJump, let byteCount, let offset = survey.offset(of: place, in: byteCount, first) {
            parser = ElementaryStreamParser(metaint: nil, container: container, canJump: true)
            position = offset
            clock = FileClock(time: place, rate: clock.rate, target: place)
        } else {
            return false
        }
        isSought = true
        isFinished = false
        return true
    }

    /// How long the item is, as it says itself; taken once, after its first packet.
    func takeLength() -> NamedLength? { hasPackets ? first.takeLength() : nil }

    /// The parts of the item that have names; known with its first packet.
    var chapters: [Chapter] { first.chapters }

    /// Of all packets so far.
    var time: MediaTime { clock.time }

    /// Why no sound comes, or none any more; nil while some may.
    /// - Parameter address: names the stream.
    func failure(of address: String) -> StreamError? { parser.failure(of: address) }

    private func forward(_ element: StreamElement, _ emit: (StreamElement) -> Void) {
        switch element {
        case .packet(let packet):
            hasPackets = true
            survey.add(packet, rate: clock.rate)
            guard let arrival = clock.take(packet) else { return }
            if let position = arrival.position { emit(.position(SoundPosition(time: position))) }
            for primer in arrival.primers {
                primer.withUnsafeBytes { emit(.packet(Packet(bytes: $0, sampleCount: 0))) }
            }
        case .format(let format):
            clock.rate = format.sampleRate
            survey.add(format)
        case .metadata, .position, .discontinuity, .end: break
        }
        emit(element)
    }
}

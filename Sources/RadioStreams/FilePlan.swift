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
    /// A place without an index is being looked for.
    private var search: PlaceSearch?
    /// Where it is looked for next; what is parsed until then lies elsewhere.
    private var elsewhere: Int?
    private(set) var isFinished = false
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
        if let search, position - search.guess > PlaceSearch.patience { foundNothing() }
        goElsewhere()
        if !isSought, let target = clock.target, target > .zero { _ = seek(to: target) }
    }

    /// No bytes follow. Where a place was looked for, others may be ``wanted``; otherwise it ``isFinished``.
    func finish(_ emit: (StreamElement) -> Void) {
        parser.finish { forward($0, emit) }
        foundNothing()
        isFinished = elsewhere == nil
        goElsewhere()
    }

    /// Whether packets are still to come.
    var isOpen: Bool { hasPackets && !isFinished }

    /// Goes on at a place by the index, or looks for it where it is thought to lie.
    /// - Returns: false where there is nothing (yet) to tell it by: everything must be read from its beginning.
    func seek(to place: MediaTime) -> Bool {
        if let start = parser.seek(to: place) {
            clock = FileClock(time: start, rate: clock.rate, target: place)
        } else if canJump, let byteCount, let search = makeSearch(for: place, in: byteCount) {
            self.search = search
            elsewhere = search.guess
            goElsewhere()
        } else {
            return false
        }
        isSought = true
        isFinished = false
        return true
    }

    private func makeSearch(for place: MediaTime, in byteCount: Int) -> PlaceSearch? {
        guard let offset = survey.offset(of: PlaceSearch.aim(for: place), in: byteCount, first), first.resumed() != nil
        else { return nil }
        var length: MediaTime?
        if case .time(let time) = first.length { length = time }
        return PlaceSearch(for: place, guess: offset, byteCount: byteCount, length: length)
    }

    private func foundNothing() {
        if elsewhere == nil { elsewhere = search?.foundNothing() }
    }

    private func goElsewhere() {
        guard let offset = elsewhere else { return }
        elsewhere = nil
        position = offset
        if offset > 0, let resumed = first.resumed() {
            parser = resumed
        } else {
            clock = FileClock(rate: clock.rate, target: search?.target)
            search = nil
            parser = ElementaryStreamParser(metaint: nil, container: container, canJump: canJump)
        }
    }

    /// How long the item is, as it says itself; taken once, after its first packet.
    func takeLength() -> NamedLength? { hasPackets ? first.takeLength() : nil }

    /// The length of an item whose own header does not say it, by its last bytes.
    /// - Returns: nil where these do not tell their place: they belong to another link of a chain, perhaps.
    func length(lastBytes bytes: [UInt8]) -> MediaTime? {
        guard let parser = first.resumed() else { return nil }
        var end: MediaTime?
        func take(_ element: StreamElement) {
            switch element {
            case .position(let position): end = position.time
            case .packet(let packet):
                end = end.map { $0 + MediaTime(samples: Int64(packet.sampleCount), rate: clock.rate) }
            case .format, .metadata, .discontinuity, .end: break
            }
        }
        bytes.withUnsafeBytes { parser.feed($0, take) }
        parser.finish(take)
        return end
    }

    /// Whether ``length(lastBytes:)`` may tell it.
    var wantsLastBytes: Bool { hasPackets && first.length == nil && first.resumed() != nil }

    /// The parts of the item that have names; known with its first packet.
    var chapters: [Chapter] { first.chapters }

    /// Of all packets so far.
    var time: MediaTime { clock.time }

    /// Why no sound comes, or none any more; nil while some may.
    /// - Parameter address: names the stream.
    func failure(of address: String) -> StreamError? { search == nil ? parser.failure(of: address) : nil }

    private func forward(_ element: StreamElement, _ emit: (StreamElement) -> Void) {
        guard elsewhere == nil else { return }
        if let search {
            switch element {
            case .position(let position):
                elsewhere = self.search?.found(position.time)
                if elsewhere == nil { begin(at: position.time, for: search.target) }
            // Not told: it is taken for the one that was guessed.
            case .packet: begin(at: search.guessedTime, for: search.target)
            case .format, .metadata, .discontinuity, .end: break
            }
        }
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
        // The clock tells them.
        case .position: return
        case .metadata, .discontinuity, .end: break
        }
        emit(element)
    }

    private func begin(at time: MediaTime, for target: MediaTime) {
        clock = FileClock(time: time, rate: clock.rate, target: target)
        search = nil
    }
}

import RadioFormats

/// Decides which bytes of an item are needed next, and which packets are passed on after a seek.
///
/// The type does no I/O.
final class FilePlan {
    private let container: Container
    private let canJump: Bool
    /// The size of the item if places may be guessed by bytes, or nil.
    private let byteCount: Int?
    /// The parser of the bytes from the beginning, which knows the file's header.
    private let first: ElementaryStreamParser
    /// The parser that gets the bytes now.
    private var parser: ElementaryStreamParser
    private var clock: FileClock
    /// True once the index or a search was asked for the place.
    private var isSought = false
    private var position = 0
    private var survey = FileSurvey()
    /// The search for a place in a file without an index, or nil.
    private var search: PlaceSearch?
    /// The offset where the search continues. Sound that is parsed until then is dropped.
    private var elsewhere: Int?
    private(set) var isFinished = false
    private(set) var hasPackets = false

    /// Creates a plan.
    /// - Parameters:
    ///   - canJump: True if the bytes can be read from any offset.
    ///   - byteCount: The file's size in bytes, to guess a place without an index. Nil finds places by reading.
    ///   - place: The position to begin at. Nil gives no positions.
    init(metaint: Int? = nil, container: Container, canJump: Bool = false, byteCount: Int? = nil, place: MediaTime?) {
        self.container = container
        self.canJump = canJump
        self.byteCount = byteCount
        first = ElementaryStreamParser(metaint: metaint, container: container, canJump: canJump)
        parser = first
        clock = FileClock(target: place)
    }

    /// The offset of the bytes that are needed next, or nil if all sound was read.
    var wanted: Int? {
        switch parser.wanted {
        case .following: position
        case .from(let offset): offset
        case .nothing: nil
        }
    }

    /// Takes bytes at an offset of the file. Bytes before ``wanted`` are ignored.
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

    /// Notes that no bytes follow.
    ///
    /// A search may then need other bytes (``wanted``). Otherwise the item ``isFinished``.
    func finish(_ emit: (StreamElement) -> Void) {
        parser.finish { forward($0, emit) }
        foundNothing()
        isFinished = elsewhere == nil
        goElsewhere()
    }

    /// True if more packets may come.
    var isOpen: Bool { hasPackets && !isFinished }

    /// Continues at a place by the index, or starts to search for the place where it probably is.
    /// - Returns: False if neither is possible (yet). The file must then be read from its beginning.
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

    /// Returns a search for a place, or nil if nothing tells where to start it.
    private func makeSearch(for place: MediaTime, in byteCount: Int) -> PlaceSearch? {
        guard let offset = survey.offset(of: PlaceSearch.aim(for: place), in: byteCount, first), first.resumed() != nil
        else { return nil }
        var length: MediaTime?
        if case .time(let time) = first.length { length = time }
        return PlaceSearch(for: place, guess: offset, byteCount: byteCount, length: length)
    }

    /// Moves the search to its next guess after a guess without sound.
    private func foundNothing() {
        if elsewhere == nil { elsewhere = search?.foundNothing() }
    }

    /// Continues with a fresh parser where the search wants to read.
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

    /// Returns the item's stated length once, after the first packet.
    func takeLength() -> NamedLength? { hasPackets ? first.takeLength() : nil }

    /// Returns the item's length as its last bytes show it, for an item whose header does not state it.
    /// - Returns: The length, or nil if the bytes do not show their position, perhaps because they belong to another
    ///   Ogg link.
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

    /// True if ``length(lastBytes:)`` may find the length.
    var wantsLastBytes: Bool { hasPackets && first.length == nil && first.resumed() != nil }

    /// The named parts of the item, known once its first packet came.
    var chapters: [Chapter] { first.chapters }

    /// The position after all packets so far.
    var time: MediaTime { clock.time }

    /// Returns the reason why no sound will come, or nil if sound may still come.
    /// - Parameter address: The stream's address, for the text of the error.
    func failure(of address: String) -> StreamError? { search == nil ? parser.failure(of: address) : nil }

    /// Passes an element on, unless a search or a seek leaves it out.
    private func forward(_ element: StreamElement, _ emit: (StreamElement) -> Void) {
        guard elsewhere == nil else { return }
        if let search {
            switch element {
            case .position(let position):
                elsewhere = self.search?.found(position.time)
                if elsewhere == nil { begin(at: position.time, for: search.target) }
            // The sound does not state its position, so the guessed position is used.
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
        // The clock gives the positions.
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

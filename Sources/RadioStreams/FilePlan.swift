import RadioFormats

/// Decides which bytes of an item are needed next, and which packets are emitted after a seek.
///
/// The type does no I/O.
final class FilePlan {
    private let container: Container
    private let canJump: Bool
    private let isFile: Bool
    /// The item's size in bytes if it may be used to guess the offset of a time. Otherwise nil.
    private let byteCount: Int?
    /// The parser that began at the item's first byte, and therefore knows its header.
    private let first: ElementaryStreamParser
    /// The parser that currently receives the bytes.
    private var parser: ElementaryStreamParser
    private var clock: FileClock
    /// True once the index was used, or a search was started, to reach the position at which to begin.
    private var isSought = false
    private var position = 0
    private var survey = FileSurvey()
    /// The search for the byte offset of a position, in a file without an index. Nil if no search is running.
    private var search: PlaceSearch?
    /// The offset at which the search continues. Sound that is parsed before the jump to that offset is dropped.
    private var elsewhere: Int?
    private(set) var isFinished = false
    private(set) var hasPackets = false
    /// The tracks of the file's cue sheet. Their titles are emitted as metadata where they begin.
    private let cueSheet: [Chapter]
    /// The index in ``cueSheet`` of the track whose title was emitted last; nil after a seek.
    private var track: Int?
    private var hasTakenChapters = false

    /// Creates a plan.
    /// - Parameters:
    ///   - prefix: The first bytes of the body or file, which the caller passes to ``begin(with:_:)``.
    ///   - canJump: True if the bytes can be read from any offset.
    ///   - byteCount: The item's size in bytes, used to guess the offset of a time without an index. If nil, the item
    ///     is read from its beginning instead.
    ///   - isFile: False for a live stream.
    ///   - place: The position at which to begin. If nil, no positions are emitted.
    ///   - cueSheet: The tracks of the file's cue sheet.
    init(
        after prefix: BodyPrefix = BodyPrefix(), container: Container, canJump: Bool = false, byteCount: Int? = nil,
        isFile: Bool = true, place: MediaTime?, cueSheet: [Chapter] = []
    ) {
        self.cueSheet = cueSheet
        self.container = container
        self.canJump = canJump
        self.isFile = isFile
        self.byteCount = byteCount
        first = ElementaryStreamParser(after: prefix, container: container, canJump: canJump, isFile: isFile)
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

    /// Parses the first bytes of the body or file, which the plan was created for.
    func begin(with prefix: BodyPrefix, _ emit: (StreamElement) -> Void) {
        position = prefix.byteCount
        survey.add(fed: position)
        parser.begin(with: prefix) { forward($0, emit) }
        didParse()
    }

    /// Parses bytes that begin at an offset of the file. Bytes before ``wanted`` are ignored.
    func feed(_ bytes: UnsafeRawBufferPointer, at offset: Int, _ emit: (StreamElement) -> Void) {
        guard let wanted, (offset..<offset + bytes.count).contains(wanted) else { return }
        parser.jump(to: wanted)
        position = offset + bytes.count
        survey.add(fed: position - wanted)
        parser.feed(UnsafeRawBufferPointer(rebasing: bytes[(wanted - offset)...])) { forward($0, emit) }
        didParse()
    }

    /// Moves the search if its guess led to no sound, and continues at the position at which to begin.
    private func didParse() {
        if let search, position - search.guess > PlaceSearch.patience { foundNothing() }
        goElsewhere()
        if !isSought, let target = clock.target, target > .zero { _ = seek(to: target) }
    }

    /// Ends the parsing after the last byte.
    ///
    /// A search may then need bytes from elsewhere (``wanted``). Otherwise ``isFinished`` becomes true.
    func finish(_ emit: (StreamElement) -> Void) {
        let before = parser.wanted
        parser.finish { forward($0, emit) }
        foundNothing()
        // The parser may need other bytes instead of those that are missing.
        isFinished = elsewhere == nil && (parser.wanted == .nothing || parser.wanted == before)
        goElsewhere()
    }

    /// True if packets were parsed and more may follow.
    var isOpen: Bool { hasPackets && !isFinished }

    /// Continues at a position that the index gives, or starts to search for the position.
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

    /// Returns a search for a position, or nil if nothing shows where to start it.
    private func makeSearch(for place: MediaTime, in byteCount: Int) -> PlaceSearch? {
        guard let offset = survey.offset(of: PlaceSearch.aim(for: place), in: byteCount, first), first.resumed() != nil
        else { return nil }
        var length: MediaTime?
        if case .time(let time) = first.length { length = time }
        return PlaceSearch(for: place, guess: offset, byteCount: byteCount, length: length)
    }

    /// Moves the search to its next guess, because the current guess led to no sound.
    private func foundNothing() {
        if elsewhere == nil { elsewhere = search?.foundNothing() }
    }

    /// Continues with a new parser at ``elsewhere``, if that is set.
    private func goElsewhere() {
        guard let offset = elsewhere else { return }
        elsewhere = nil
        position = offset
        if offset > 0, let resumed = first.resumed() {
            parser = resumed
        } else {
            clock = FileClock(rate: clock.rate, target: search?.target)
            search = nil
            parser = ElementaryStreamParser(container: container, canJump: canJump, isFile: isFile)
        }
    }

    /// Returns the item's stated length once, after the first packet.
    func takeLength() -> NamedLength? { hasPackets ? first.takeLength() : nil }

    /// Returns the item's length according to its last bytes, for an item whose header does not state the length.
    /// - Returns: The length, or nil if the bytes do not state their position, perhaps because they belong to another
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

    /// Returns the item's chapters once, after the first packet; empty if it has none. A cue sheet's tracks replace
    /// the chapters that the item itself states.
    func takeChapters() -> [Chapter] {
        guard hasPackets, !hasTakenChapters else { return [] }
        hasTakenChapters = true
        return cueSheet.isEmpty ? first.chapters : cueSheet
    }

    /// The number of bytes of sound between two ICY metadata blocks, or nil if there are none or none was found yet.
    var metaint: Int? { parser.metaint }

    /// The position at the end of all packets so far.
    var time: MediaTime { clock.time }

    /// Returns the reason why no sound will be found, or nil if sound may still be found.
    /// - Parameter address: The stream's address, for the text of the error.
    func failure(of address: String) -> StreamError? { search == nil ? parser.failure(of: address) : nil }

    /// Emits an element, unless a search or a seek leaves it out.
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
            if let position = arrival.position {
                emit(.position(SoundPosition(time: position)))
                track = nil
            }
            if let current = cueSheet.lastIndex(where: { $0.start < clock.time }), current != track {
                track = current
                emit(.metadata(TimedMetadata(kind: .cueSheet, raw: Array(cueSheet[current].title.utf8))))
            }
            for primer in arrival.primers {
                primer.withUnsafeBytes { emit(.packet(Packet(bytes: $0, sampleCount: 0))) }
            }
        case .format(let format):
            clock.rate = format.sampleRate
            survey.add(format)
        // The parser's own positions are dropped, because the plan emits those of ``clock``.
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

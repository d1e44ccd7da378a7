/// Demuxes an MP4 file, whose index (`moov`) may be anywhere, and states which bytes it needs next. It does no I/O
/// itself.
///
/// In a movie without fragments, the sample tables give the position of each sample. The demuxer needs only the
/// samples' bytes, not the bytes between them. A fragmented movie is read from beginning to end by an ``Fmp4Demuxer``.
/// At a sample that lies before the previous sample, the demuxer stops. Therefore no table can make it read a byte
/// twice.
package struct Mp4FileDemuxer {
    /// Length of the longest `moov` box that is read, in bytes: enough for embedded pictures, and for the index of a
    /// day of sound with the shortest frames.
    package static let maximumMovie = 64 << 20

    /// What the next bytes are that the demuxer reads.
    private enum Step {
        /// Reading the header of an outermost box.
        case header
        case movie
        case sample(Mp4Sample)
        /// Reading a fragmented movie.
        case fragments(Fmp4Demuxer)
        /// The demuxer needs no more bytes: the sound is finished, or it failed.
        case over
    }

    /// True if bytes can be fed from any position, false if only in order.
    private let canJump: Bool
    /// Position in the file of the bytes that are fed next.
    package private(set) var position = 0
    private var step = Step.header
    /// The box or sample being read: its position in the file, its length in bytes, and those of its bytes that have
    /// arrived.
    private var place = 0
    private var length = 8
    private var held: [UInt8] = []
    /// Header of the `moov` box; nil before it is reached.
    private var header: BoxHeader?

    /// Body of the `moov` box. ``tables`` reads rows from it, and keeps the index of the next sample.
    private var movie: [UInt8] = []
    private var tables: SampleTables?
    private var voice = SampleVoice()
    /// Position in the file at which the previous sample ended.
    private var end = 0
    /// True if the sample before the next one was left out, so that a gap must be reported.
    private var isTorn = false
    /// The problem of the file as a whole, such as a missing index; nil if there is none. Problems of single samples
    /// are in ``voice``.
    private var found: SegmentProblem?

    /// Duration of the sound; nil if the movie is fragmented, or its index was not read yet.
    package private(set) var duration: MediaTime?
    package private(set) var chapters: [Chapter] = []
    /// True if the index comes after the sound, but bytes can be fed only in order, so that the sound cannot be played.
    package private(set) var isIndexOutOfReach = false

    /// Creates a demuxer at the beginning of a file.
    /// - Parameter canJump: whether the caller can feed bytes from any position that ``next`` asks for. If false, it
    ///   feeds all bytes in order.
    package init(canJump: Bool) { self.canJump = canJump }

    /// Position in the file of the bytes needed next; nil if no more bytes are needed.
    package var next: Int? {
        if case .over = step { return nil }
        return place + held.count
    }

    /// The reason why no sound comes; nil while sound may still come.
    package var problem: SegmentProblem? {
        if case .fragments(let demuxer) = step { return demuxer.problem }
        return voice.isHeard ? nil : found ?? voice.problem
    }

    /// Sets ``position`` to the position of the bytes that are fed next.
    package mutating func jump(to position: Int) { self.position = position }

    /// Takes the bytes at ``position``, and moves ``position`` past them. `emit` must not access the demuxer.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        var rest = bytes
        defer { position += rest.count }
        while let next, next >= position, next - position < rest.count {
            take(next - position, &rest)
            if case .fragments(var demuxer) = step {
                place += rest.count
                // Replaces the fragment demuxer in `step`, so that only one copy of it exists and Swift does not copy
                // its buffers when they change.
                step = .over
                demuxer.feed(rest) { Self.forward($0, emit) }
                step = .fragments(demuxer)
                return
            }
            let part = take(min(rest.count, length - held.count), &rest)
            if held.isEmpty, part.count == length {
                read(part, emit)
            } else {
                held += part
                guard held.count == length else { continue }
                let whole = held
                held = []
                whole.withUnsafeBytes { read($0, emit) }
            }
        }
    }

    /// Ends the file: sets ``problem`` if the file has no index.
    package mutating func finish(_ emit: (StreamElement) -> Void) {
        switch step {
        case .fragments(var demuxer):
            demuxer.finish { Self.forward($0, emit) }
            step = .fragments(demuxer)
        case .header, .movie: fail(.damaged("an MP4 file without an index (moov)"))
        case .sample, .over: break
        }
    }

    /// Seeks, so that the packets of a given time are emitted next.
    /// - Parameters:
    ///   - time: the time from the first heard sample.
    ///   - runUp: number of MP4 samples (packets) to emit before the one that contains `time`.
    /// - Returns: the time of the next packet to be emitted; nil if the movie is fragmented, or its index was not read
    ///   yet.
    package mutating func seek(to time: MediaTime, runUp: Int) -> MediaTime? {
        guard let track = voice.track, tables != nil else { return nil }
        let units = Int128(time.flicks) * Int128(track.timescale) / Int128(MediaTime.flicksPerSecond)
        let target = Int64(clamping: units + Int128(heardStart))
        movie.withUnsafeBytes { tables?.go(to: target, runUp: runUp, in: $0) }
        let start = max((tables?.time ?? 0) - heardStart, 0)
        held = []
        end = 0
        nextSample()
        return MediaTime(value: start, timescale: Int32(track.timescale))
    }

    /// Time of the first heard sample, in units of the track's timescale, before the edit list is applied.
    private var heardStart: Int64 { voice.track.map { $0.hasRunUp ? $0.editStart : 0 } ?? 0 }

    // MARK: Reading

    @discardableResult
    private mutating func take(_ count: Int, _ rest: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let part = UnsafeRawBufferPointer(rebasing: rest[..<count])
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        position += count
        return part
    }

    /// Requests the `length` bytes at `place` in the file as the next box or sample to read.
    private mutating func want(_ step: Step, at place: Int, length: Int) {
        self.step = step
        self.place = place
        self.length = length
    }

    private mutating func fail(_ problem: SegmentProblem) {
        found = problem
        step = .over
    }

    /// Reads a box header, a `moov` box or a sample once all its bytes have arrived.
    /// - Parameter bytes: all bytes of the header, box or sample.
    private mutating func read(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        switch step {
        case .header: readHeader(bytes)
        case .movie: readMovie(bytes, emit)
        case .sample(let sample):
            if isTorn { voice.tear { Self.forward($0, emit) } }
            isTorn = false
            voice.say(sample, bytes) { Self.forward($0, emit) }
            nextSample()
        case .fragments, .over: break
        }
    }

    /// Reads the header of an outermost box. Then requests the body of a `moov` box, or the next header.
    private mutating func readHeader(_ bytes: UnsafeRawBufferPointer) {
        // If the box has a 64-bit size, its header has sixteen bytes instead of the eight read so far.
        guard bytes.count == BoxHeader.length(bytes) else {
            held = Array(bytes)
            length = 16
            return
        }
        guard let header = BoxHeader(bytes, offset: place) else {
            return fail(.damaged("not MP4: there is no box at byte \(place)"))
        }
        let start = place + header.length
        switch header.type {
        case "moov":
            guard let length = header.bodyLength, length > 0, length <= Self.maximumMovie else {
                return fail(.damaged("an MP4 index (moov) that is too long or empty"))
            }
            self.header = header
            return want(.movie, at: start, length: length)
        case "moof": return fail(.damaged("an MP4 fragment without its initialization section (moov)"))
        case "mdat" where !canJump:
            isIndexOutOfReach = true
            return fail(.damaged("an MP4 file whose index comes after its sound"))
        case _: break
        }
        guard let length = header.bodyLength else { return fail(.damaged("an MP4 file without an index (moov)")) }
        want(.header, at: start + length, length: 8)
    }

    /// Reads the `moov` box: metadata, chapters, and the tables of the sound track.
    private mutating func readMovie(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        let described = Mp4Movie(bytes)
        if let problem = described.problem { return fail(problem) }
        chapters = Mp4Chapters.chapters(movie: bytes)
        for metadata in Mp4Comments.metadata(movie: bytes) { emit(.metadata(metadata)) }
        guard !described.isFragmented else { return readFragments(bytes, emit) }
        guard var track = described.soundTrack, let tables = track.tables else {
            return fail(.damaged("an MP4 file with an empty index"))
        }
        if !track.hasEdits, let gap = GaplessInfo(movie: bytes) { track.cut(gap) }
        movie = Array(bytes)
        self.tables = tables
        voice.track = track
        let total = tables.duration(in: bytes).map { min($0, track.editEnd ?? $0) }
        duration = total.flatMap { Fmp4Demuxer.time(max($0 - heardStart, 0), track.timescale) }
        nextSample()
    }

    /// Creates an ``Fmp4Demuxer`` for a fragmented movie, and feeds the `moov` box to it. `feed` passes the bytes after
    /// the `moov` box.
    ///
    /// Before the `moov` box, feeds a `free` box as long as the part of the file that precedes the `moov` box.
    /// Positions in fragments that count from the beginning of the file thus stay right.
    private mutating func readFragments(_ movie: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        guard let header else { return }
        var demuxer = Fmp4Demuxer()
        var before: [UInt8] = []
        func add(_ type: FourCharacterCode, _ size: Int) {
            for number in [UInt32(size), type.value] { withUnsafeBytes(of: number.bigEndian) { before += $0 } }
        }
        if (8...Self.maximumMovie).contains(header.offset) {
            add("free", header.offset)
            before += [UInt8](repeating: 0, count: header.offset - 8)
        }
        add("moov", movie.count + 8)
        before.withUnsafeBytes { demuxer.feed($0) { _ in } }
        demuxer.feed(movie) { Self.forward($0, emit) }
        want(.fragments(demuxer), at: position, length: 0)
    }

    /// Requests the bytes of the next sample. Leaves out samples that are too long. Stops at a sample that begins
    /// before the end of the previous sample.
    private mutating func nextSample() {
        while let sample = movie.withUnsafeBytes({ tables?.next(in: $0) }), sample.position >= end {
            end = sample.position + sample.size
            if sample.size <= Fmp4Demuxer.maximumSample {
                return want(.sample(sample), at: sample.position, length: sample.size)
            }
            isTorn = true
        }
        step = .over
        found = .damaged("an MP4 file without readable samples")
    }

    private static func forward(_ element: SegmentElement, _ emit: (StreamElement) -> Void) {
        switch element {
        case .format(let format): emit(.format(format))
        case .packet(let packet, _): emit(.packet(packet))
        case .metadata(let metadata, _): emit(.metadata(metadata))
        case .damage: emit(.discontinuity)
        }
    }
}

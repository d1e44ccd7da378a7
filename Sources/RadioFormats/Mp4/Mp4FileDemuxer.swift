/// Demuxes an MP4 file, whose index (`moov`) may be anywhere, and states which bytes it needs next. It does no I/O
/// itself.
///
/// In a movie without fragments, the sample tables give the position of each sample. The demuxer needs only the
/// samples' bytes, not the bytes between them. A fragmented movie is read from beginning to end by an ``Fmp4Demuxer``.
/// At a sample that lies before the previous sample, the demuxer stops. Therefore no table can make it read a byte
/// twice.
package struct Mp4FileDemuxer {
    /// Maximum number of bytes that are read of a `moov` box: enough for the index of a day of sound with the shortest
    /// frames.
    package static let maximumMovie = 64 << 20
    /// Maximum number of bytes that are read of the boxes inside a `moov` box besides its tracks: enough for a picture.
    private static let maximumDescription = EmbeddedPicture.maximumLength + 1 << 20

    /// What the next bytes are that the demuxer reads.
    private enum Step {
        /// Reading the header of an outermost box.
        case header
        case movie(MovieCollector)
        /// Reading the title of the chapter that begins at a time, from a text track.
        case chapter(MediaTime)
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
    /// Body of the `moov` box. ``tables`` reads rows from it, and keeps the index of the next sample.
    package private(set) var movie: [UInt8] = []
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
    /// The samples of the text track with the titles of the chapters that are still to be read, the last in the file
    /// first, and when the chapters begin.
    private var texts: [(sample: Mp4Sample, start: MediaTime)] = []
    /// Maximum number of places in the file at which titles of chapters are read before the sound. If there are more,
    /// the text track is ignored.
    private static let maximumTextPlaces = 256

    /// Creates a demuxer at the beginning of a file.
    /// - Parameter canJump: whether the caller can feed bytes from any position that ``next`` asks for. If false, it
    ///   feeds all bytes in order.
    package init(canJump: Bool) { self.canJump = canJump }

    /// Position in the file of the bytes needed next; nil if no more bytes are needed.
    package var next: Int? {
        switch step {
        case .over: return nil
        case .movie(let collector): return place + collector.position
        case .header, .chapter, .sample, .fragments: return place + held.count
        }
    }

    /// True once the index and the titles of the chapters were read.
    package var isIndexRead: Bool {
        switch step {
        case .header, .movie, .chapter: false
        case .sample, .fragments, .over: true
        }
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
            if case .movie(var collector) = step {
                // Like the fragment demuxer, the collector exists only once.
                step = .over
                let offset = position - place
                let part = take(min(rest.count, collector.length - offset), &rest)
                collector.feed(part, at: offset)
                step = .movie(collector)
                if collector.isTooLong {
                    fail(.damaged("an MP4 index (moov) that is too long or empty"))
                } else if collector.isComplete {
                    readMovie(collector.bytes, emit)
                }
                continue
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
        // The file is cut off before the titles of its chapters, but may contain sound.
        case .chapter: begin()
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
        end = 0
        if isIndexRead {
            held = []
            nextSample()
        }
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

    /// Reads a box header or a sample once all its bytes have arrived.
    /// - Parameter bytes: all bytes of the header or sample.
    private mutating func read(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        switch step {
        case .header: readHeader(bytes)
        case .sample(let sample):
            if isTorn { voice.tear { Self.forward($0, emit) } }
            isTorn = false
            voice.say(sample, bytes) { Self.forward($0, emit) }
            nextSample()
        case .chapter(let start):
            chapters.append(Chapter(start: start, title: Mp4Chapters.text(bytes)))
            nextChapter()
        case .movie, .fragments, .over: break
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
            guard let length = header.bodyLength, length > 0 else {
                return fail(.damaged("an MP4 index (moov) that is too long or empty"))
            }
            let collector = MovieCollector(length: length, limit: Self.maximumMovie, room: Self.maximumDescription)
            return want(.movie(collector), at: start, length: length)
        case "moof": return fail(.damaged("an MP4 fragment without its initialization section (moov)"))
        case "mdat" where !canJump:
            return fail(.lateIndex)
        case _: break
        }
        guard let length = header.bodyLength else { return fail(.damaged("an MP4 file without an index (moov)")) }
        want(.header, at: start + length, length: 8)
    }

    /// Reads the `moov` box: metadata, chapters, and the tables of the sound track.
    private mutating func readMovie(_ body: [UInt8], _ emit: (StreamElement) -> Void) {
        body.withUnsafeBytes { bytes in
            let described = Mp4Movie(bytes)
            if let problem = described.problem { return fail(problem) }
            chapters = described.chapters
            if let metadata = ITunesMetadata.metadata(movie: bytes) { emit(.metadata(metadata)) }
            guard !described.isFragmented else { return readFragments(bytes, emit) }
            guard var track = described.soundTrack, let tables = track.tables else {
                return fail(.damaged("an MP4 file with an empty index"))
            }
            if !track.hasEdits, let gap = GaplessInfo(movie: bytes) { track.cut(gap) }
            movie = body
            self.tables = tables
            voice.track = track
            let total = tables.duration(in: bytes).map { min($0, track.editEnd ?? $0) }
            duration = total.flatMap { Fmp4Demuxer.time(max($0 - heardStart, 0), track.timescale) }
            if canJump, chapters.isEmpty, let track = described.chapterTrack { findChapters(of: track, bytes) }
            nextChapter()
        }
    }

    /// Lists the samples with the titles of the chapters.
    private mutating func findChapters(of track: Mp4Track, _ movie: UnsafeRawBufferPointer) {
        var tables = track.tables
        while texts.count < Chapter.maximumCount, let sample = tables?.next(in: movie), let time = sample.time {
            let (shifted, overflow) = time.addingReportingOverflow(track.editShift)
            guard !overflow, let start = Fmp4Demuxer.time(max(shifted, 0), track.timescale) else { break }
            texts.append((sample, start))
        }
        texts.sort { $0.sample.position > $1.sample.position }
        let places = zip(texts, texts.dropFirst()).count { $0.sample.position - $1.sample.position > 256 << 10 }
        if places >= Self.maximumTextPlaces { texts = [] }
    }

    /// Requests the bytes of the next chapter's title, or begins with the sound.
    private mutating func nextChapter() {
        while let (sample, start) = texts.popLast() {
            // No byte is read twice.
            guard sample.position >= end else { continue }
            end = sample.position + sample.size
            return want(.chapter(start), at: sample.position, length: min(sample.size, Mp4Chapters.maximumText))
        }
        begin()
    }

    /// Requests the first sample of the sound, once the chapters were read.
    private mutating func begin() {
        (texts, held, end) = ([], [], 0)
        chapters = Chapter.ordered(chapters)
        nextSample()
    }

    /// Creates an ``Fmp4Demuxer`` for a fragmented movie, and feeds the `moov` box to it. `feed` passes the bytes after
    /// the `moov` box.
    ///
    /// Before the `moov` box, feeds a `free` box of such a length that the `moov` box ends at the same position as in
    /// the file. Positions in fragments that count from the beginning of the file thus stay right.
    private mutating func readFragments(_ movie: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        var demuxer = Fmp4Demuxer()
        func begin(_ type: FourCharacterCode, _ size: Int) {
            let numbers = [UInt32(size).bigEndian, type.value.bigEndian]
            numbers.withUnsafeBytes { demuxer.feed($0) { _ in } }
        }
        let end = place + length
        let before = end - movie.count - 8
        if (8...Int(UInt32.max)).contains(before) {
            begin("free", before)
            let zeros = [UInt8](repeating: 0, count: 4096)
            for start in stride(from: 8, to: before, by: zeros.count) {
                zeros.prefix(before - start).withUnsafeBytes { demuxer.feed($0) { _ in } }
            }
        }
        begin("moov", movie.count + 8)
        demuxer.feed(movie) { Self.forward($0, emit) }
        want(.fragments(demuxer), at: end, length: 0)
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
        case .damage: emit(.discontinuity(isGap: true))
        }
    }
}

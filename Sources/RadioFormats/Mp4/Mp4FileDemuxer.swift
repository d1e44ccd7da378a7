/// Takes an MP4 file apart wherever its index (`moov`) lies, and says which of its bytes it wants. No I/O.
///
/// A movie without fragments is read by its tables, sample after sample, and bytes between them are not asked for. A movie in
/// fragments is read from the front to its end, as ``Fmp4Demuxer`` does. Samples that lie before those read so far are damage,
/// so that no table makes it read a byte twice.
package struct Mp4FileDemuxer {
    /// The longest `moov` box that is read: some pictures, and the index of a day in the shortest frames.
    package static let maximumMovie = 64 << 20

    private enum Step {
        /// The header of an outermost box.
        case header
        case movie
        case sample(Mp4Sample)
        /// A movie in fragments.
        case fragments(Fmp4Demuxer)
        /// Nothing more is wanted.
        case over
    }

    /// Whether bytes can be had from anywhere, or only one after the other.
    private let canJump: Bool
    /// Where the bytes lie that are fed next.
    package private(set) var position = 0
    private var step = Step.header
    /// Where that lies which is read now, its length, and what there is of it.
    private var place = 0
    private var length = 8
    private var held: [UInt8] = []
    private var header: BoxHeader?

    /// The body of the `moov` box, and the next sample's place in its tables.
    private var movie: [UInt8] = []
    private var tables: SampleTables?
    private var voice = SampleVoice()
    /// Where the sample before ended.
    private var end = 0
    /// A sample was left out.
    private var isTorn = false
    private var found: SegmentProblem?

    /// How long its sound is, where it has an index.
    package private(set) var duration: MediaTime?
    package private(set) var chapters: [Chapter] = []
    /// The index comes after the sound, and nothing but the next bytes can be had.
    package private(set) var isIndexOutOfReach = false

    /// - Parameter canJump: whether bytes are fed from where they are wanted, or all of them, one after the other.
    package init(canJump: Bool) { self.canJump = canJump }

    /// Where the bytes lie that are needed next; nil: none are.
    package var next: Int? {
        if case .over = step { return nil }
        return place + held.count
    }

    /// Why no sound comes; nil while some may.
    package var problem: SegmentProblem? {
        if case .fragments(let demuxer) = step { return demuxer.problem }
        return voice.isHeard ? nil : found ?? voice.problem
    }

    /// What is fed next lies there.
    package mutating func jump(to position: Int) { self.position = position }

    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        var rest = bytes
        defer { position += rest.count }
        while let next, next >= position, next - position < rest.count {
            take(next - position, &rest)
            if case .fragments(var demuxer) = step {
                place += rest.count
                // Not held twice while it changes.
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

    /// The file ends here.
    package mutating func finish(_ emit: (StreamElement) -> Void) {
        switch step {
        case .fragments(var demuxer):
            demuxer.finish { Self.forward($0, emit) }
            step = .fragments(demuxer)
        case .header, .movie: fail(.damaged("an MP4 file without an index (moov)"))
        case .sample, .over: break
        }
    }

    /// Goes on with the samples before a time.
    /// - Parameters:
    ///   - time: in what is heard of the file.
    ///   - runUp: samples that come before the one that covers it.
    /// - Returns: where the first packet belongs that comes now; nil where there is no index (yet).
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

    /// The sample time of the first sample that is heard.
    private var heardStart: Int64 { voice.track.map { $0.hasRunUp ? $0.editStart : 0 } ?? 0 }

    // MARK: Reading

    @discardableResult
    private mutating func take(_ count: Int, _ rest: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let part = UnsafeRawBufferPointer(rebasing: rest[..<count])
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        position += count
        return part
    }

    private mutating func want(_ step: Step, at place: Int, length: Int) {
        self.step = step
        self.place = place
        self.length = length
    }

    private mutating func fail(_ problem: SegmentProblem) {
        found = problem
        step = .over
    }

    /// - Parameter bytes: all of what was wanted.
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

    private mutating func readHeader(_ bytes: UnsafeRawBufferPointer) {
        // A size of 64 bits follows.
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

    /// All that comes from now on, the index first: in its place, for fragments may name theirs.
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

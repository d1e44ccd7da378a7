/// Demuxes fragmented MP4 (ISO/IEC 14496-12 §8.8; RFC 8216 §3.3): AAC, MPEG audio, Opus, FLAC, and ID3 in `emsg` boxes.
///
/// Feed the initialization section (EXT-X-MAP) and finish it; then feed and finish one segment after the other, or feed
/// everything at once. A new initialization section replaces the previous one. A movie without fragments is also read
/// if its index (`moov`) precedes its sound (`mdat`).
///
/// The demuxer plays one sound track: the first that can be decoded. It skips video samples by their length. It emits a
/// packet as soon as the packet's last byte arrives.
///
/// **Times** count in the track's own timescale, with the edit list (§8.6.6) applied. Packets with the silence that an
/// encoder adds at the beginning are emitted with times below zero, because the decoder needs them to start; their
/// unheard samples are their ``Packet/lead``. A fragment without `tfdt` continues the segment's previous fragment.
/// Without a previous fragment, times are nil; they begin at zero if the initialization section is in the same segment.
package struct Fmp4Demuxer: SegmentDemuxer {
    /// Maximum number of bytes that are read of a `moov` box: enough for the index of some hours of sound. Embedded
    /// pictures are left out.
    package static let maximumMovie = 4 << 20
    /// Maximum number of bytes that are read of the boxes inside a `moov` box besides its tracks.
    private static let maximumDescription = 1 << 20
    /// Length of the longest `moof` box that is read, in bytes.
    package static let maximumFragment = 1 << 20
    /// Length of the longest `emsg` box that is read, in bytes.
    package static let maximumMessage = AudioFraming.maximumKeptTag + 1024
    /// Length of the longest packet in bytes. A longer packet is left out, and a `damage` element is emitted.
    ///
    /// FLAC has the longest packets: 65,535 samples of eight 16-bit channels have about this many bytes.
    package static let maximumSample = 1 << 20
    /// Maximum number of `emsg` messages that are kept until the segment's first sample, because their times count from
    /// that sample. Further messages are dropped.
    package static let maximumWaitingMessages = 16

    /// How the bytes of the current box's body are handled.
    private enum Reading {
        case nothing
        /// The whole body is collected and read at its end. It may have at most `limit` bytes.
        case collecting(limit: Int)
        case movie(MovieCollector)
        /// The box is an `mdat` box, whose samples are emitted. `end` is the box's end as an offset in the segment; nil
        /// for the end of the segment.
        case samples(end: Int?)
    }

    /// The movie that the latest initialization section describes; nil before the first one.
    package private(set) var movie: Mp4Movie?

    private var splitter = BoxSplitter()
    private var header: BoxHeader?
    private var reading = Reading.nothing
    /// The bytes of the current box's body so far, if the body is collected.
    private var box: [UInt8] = []
    /// Body of the `moof` box whose samples are being read.
    private var fragmentBytes: [UInt8] = []
    private var fragment = MovieFragment()
    /// Body of the `moov` box of a movie without fragments; ``tables`` reads its rows.
    private var movieBytes: [UInt8] = []
    private var tables: SampleTables?
    /// Decoding time at the end of the samples that this segment's fragments list so far, in units of the track's
    /// timescale; nil if unknown.
    private var nextTime: Int64?
    /// The sample whose bytes come next; nil until it is looked up. ``held`` contains those of its bytes that have
    /// arrived.
    private var sample: Mp4Sample?
    private var held: [UInt8] = []
    private var waitingMessages: [(delay: MediaTime, tag: [UInt8])] = []

    private var voice = SampleVoice()
    private var segmentProblem: SegmentProblem?
    /// True once `feed` received bytes of the current segment.
    private var hasBegun = false
    /// True once an `mdat` box began in the current segment. From then on, a `moov` box that follows comes too late:
    /// the sound that it describes has already passed.
    private var hasPassedSound = false
    /// True if ``movie`` was read before the file is fed.
    private var isIndexKnown = false

    package init() {}

    /// Creates a demuxer for a file without fragments whose index may come after its sound.
    /// - Parameter index: the body of the file's `moov` box.
    init(index: [UInt8]) {
        box = index
        readMovie { _ in }
        isIndexKnown = true
    }

    package var problem: SegmentProblem? {
        if voice.isHeard { return nil }
        return movie?.problem ?? segmentProblem ?? voice.problem
    }

    /// Takes the next bytes of a segment.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void) {
        guard !bytes.isEmpty else { return }
        beginSegment()
        var rest = bytes
        while let event = splitter.next(&rest) {
            switch event {
            case .begin(let header): begin(header)
            case .body(let part): take(part, emit)
            case .end: end(emit)
            case .garbage(let offset):
                segmentProblem = .damaged("not MP4: there is no box at byte \(offset)")
                voice.tear(emit)
            }
        }
    }

    /// Ends the segment: emits `damage` if the segment is cut off, drops incomplete boxes and samples, and emits the
    /// messages that still wait for the segment's first sample.
    package mutating func finish(_ emit: (SegmentElement) -> Void) {
        guard hasBegun else { return }
        let ending = splitter.finish()
        switch ending {
        case .whole, .garbage: break
        case .open:
            // A box of size 0 extends to the end of the segment, so it ends here.
            end(emit)
        case .cut:
            let name = header.map { "in a \($0.type) box" } ?? "in its first bytes"
            segmentProblem = segmentProblem ?? .damaged("it is cut off \(name)")
            voice.tear(emit)
        }
        dropSamples(emit)
        for message in waitingMessages { Self.say(message.tag, nil, emit) }
        waitingMessages.removeAll()
        if movie == nil, segmentProblem == nil { segmentProblem = .damaged("no MP4 initialization section (moov)") }
        reading = .nothing
        header = nil
        box.removeAll(keepingCapacity: box.capacity <= Self.maximumFragment)
        movieBytes = []
        tables = nil
        nextTime = nil
        hasBegun = false
    }

    /// Returns the time `value / timescale`; nil if it is more than 136 years from zero. Times within this limit can be
    /// added and subtracted without overflow.
    static func time(_ value: Int64, _ timescale: UInt32) -> MediaTime? {
        guard let timescale = Int32(exactly: timescale), timescale > 0,
            (value / Int64(timescale)).magnitude <= UInt64(UInt32.max)
        else { return nil }
        return MediaTime(value: value, timescale: timescale)
    }

    // MARK: Boxes

    private mutating func beginSegment() {
        guard !hasBegun else { return }
        hasBegun = true
        hasPassedSound = false
        segmentProblem = nil
        voice.beginSegment()
    }

    /// Begins a box: chooses by its type whether its body is collected, read as samples or skipped.
    private mutating func begin(_ header: BoxHeader) {
        self.header = header
        let start = header.offset + header.length
        switch header.type {
        case "moov" where isIndexKnown: reading = .nothing
        case "moov":
            guard let length = header.bodyLength else { return collect(header, Self.maximumMovie) }
            reading = .movie(
                MovieCollector(length: length, limit: Self.maximumMovie, room: Self.maximumDescription))
        case "moof": collect(header, Self.maximumFragment)
        case "emsg": collect(header, Self.maximumMessage)
        case "mdat":
            if fragment.settle(data: start..<start + (header.bodyLength ?? .max / 4)) { sample = nil }
            reading = .samples(end: header.bodyLength.map { start + $0 })
            hasPassedSound = true
        case _: reading = .nothing
        }
    }

    /// Starts collecting the body of a box, unless the body is longer than `limit` bytes.
    private mutating func collect(_ header: BoxHeader, _ limit: Int) {
        box.removeAll(keepingCapacity: true)
        reading = .collecting(limit: limit)
        if let length = header.bodyLength, length > limit { refuse() }
    }

    /// Skips the current box because it is too long to be collected. Sets ``problem``, unless it is an `emsg` box.
    private mutating func refuse() {
        reading = .nothing
        box = []
        guard let header, header.type != "emsg" else { return }
        segmentProblem = .damaged("a \(header.type) box that is too long")
    }

    private mutating func take(_ part: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void) {
        switch reading {
        case .nothing: break
        case .collecting(let limit):
            if box.count + part.count > limit {
                refuse()
            } else {
                box.append(contentsOf: part)
            }
        case .movie(var collector):
            // Only one copy of the collector exists, so that Swift does not copy its bytes.
            reading = .nothing
            let start = (header?.offset ?? 0) + (header?.length ?? 0)
            collector.feed(part, at: splitter.position - part.count - start)
            if collector.isTooLong { refuse() } else { reading = .movie(collector) }
        case .samples(let end): readSamples(part, at: splitter.position - part.count, dataEnd: end, emit)
        }
    }

    /// Ends the current box. If its body was collected, reads it.
    private mutating func end(_ emit: (SegmentElement) -> Void) {
        guard let header else { return }
        self.header = nil
        switch reading {
        case .collecting: break
        case .movie(let collector): box = collector.bytes
        case .nothing, .samples: return
        }
        reading = .nothing
        switch header.type {
        case "moov": readMovie(emit)
        case "moof": readFragment(header, emit)
        case "emsg": readMessage(emit)
        case _: break
        }
    }

    /// Reads the collected `moov` box. Sets ``problem`` if the box comes after the `mdat` box whose sound it describes.
    private mutating func readMovie(_ emit: (SegmentElement) -> Void) {
        dropSamples(emit)
        let movie = box.withUnsafeBytes { Mp4Movie($0) }
        self.movie = movie
        voice.track = movie.soundTrack
        nextTime = 0
        tables = movie.problem == nil ? movie.soundTrack?.tables : nil
        guard tables != nil else { return }
        movieBytes = box
        if hasPassedSound {
            tables = nil
            if !movie.isFragmented { segmentProblem = .lateIndex }
        }
    }

    /// Reads the collected `moof` box, and emits the messages that waited for the segment's first sample.
    private mutating func readFragment(_ header: BoxHeader, _ emit: (SegmentElement) -> Void) {
        dropSamples(emit)
        guard let movie else {
            segmentProblem = .damaged("an MP4 fragment without its initialization section (moov)")
            return
        }
        guard movie.problem == nil, let track = movie.soundTrack else { return }
        swap(&box, &fragmentBytes)
        fragmentBytes.withUnsafeBytes {
            fragment.read($0, header: header, track: track, nextTime: nextTime)
        }
        nextTime = fragment.nextTime
        if fragment.isDamaged {
            segmentProblem = .damaged("an unreadable MP4 fragment (moof)")
            voice.tear(emit)
        }
        guard !waitingMessages.isEmpty, let first = nextSample() else { return }
        let start = voice.time(first.time)
        for message in waitingMessages {
            let time = start.map { $0 + message.delay }
            Self.say(message.tag, time.flatMap { Self.time($0.value, UInt32(clamping: $0.timescale)) }, emit)
        }
        waitingMessages.removeAll()
    }

    /// Reads the collected `emsg` box: emits its ID3 tag, or keeps the tag if its time counts from the segment's first
    /// sample and that sample's time is not known yet.
    private mutating func readMessage(_ emit: (SegmentElement) -> Void) {
        box.withUnsafeBytes { bytes in
            guard let message = EventMessage(bytes), message.isId3, let length = Id3Tag.length(of: message.data),
                length <= message.data.count
            else { return }
            let tag = Array(message.data.prefix(length))
            switch message.time {
            case .absolute(let time): Self.say(tag, time, emit)
            case .sinceSegment(let delay):
                if waitingMessages.count < Self.maximumWaitingMessages { waitingMessages.append((delay, tag)) }
            case .unknown: Self.say(tag, nil, emit)
            }
        }
    }

    private static func say(_ tag: [UInt8], _ time: MediaTime?, _ emit: (SegmentElement) -> Void) {
        emit(.metadata(TimedMetadata(kind: .id3, raw: tag), time: time))
    }

    // MARK: Samples

    /// Returns the sample whose bytes come next, according to the last `moof` box or the movie's sample tables; nil if
    /// none is left.
    private mutating func nextSample() -> Mp4Sample? {
        if let sample { return sample }
        sample =
            fragmentBytes.withUnsafeBytes { fragment.next(in: $0) }
            ?? movieBytes.withUnsafeBytes { tables?.next(in: $0) }
        return sample
    }

    /// Drops the samples that the last `moof` or `moov` box lists but whose bytes did not arrive.
    private mutating func dropSamples(_ emit: (SegmentElement) -> Void) {
        if nextSample() != nil { voice.tear(emit) }
        sample = nil
        held.removeAll(keepingCapacity: true)
        fragment.clear()
        tables?.drop()
    }

    /// Emits the samples whose last bytes are in `part`, and keeps the beginning of the next sample.
    /// - Parameters:
    ///   - start: offset of `part` in the segment.
    ///   - dataEnd: where the box with the samples ends, as an offset in the segment; nil if the box extends to the end
    ///     of the segment.
    private mutating func readSamples(
        _ part: UnsafeRawBufferPointer, at start: Int, dataEnd: Int?, _ emit: (SegmentElement) -> Void
    ) {
        var at = start
        let end = start + part.count
        while at < end, let sample = nextSample(), sample.position < end {
            if held.isEmpty {
                if sample.position < at {
                    // This sample begins before the current position. Drops it with all following samples of its run or
                    // of the tables.
                    fragment.dropRun()
                    tables?.drop()
                    lose(emit)
                    continue
                }
                at = sample.position
                if sample.size > Self.maximumSample || sample.size > (dataEnd ?? .max) - at {
                    lose(emit)
                    continue
                }
            }
            let length = min(sample.size - held.count, end - at)
            let piece = UnsafeRawBufferPointer(rebasing: part[at - start..<at - start + length])
            at += length
            if length == sample.size {
                voice.say(sample, piece, emit)
            } else {
                held.append(contentsOf: piece)
                guard held.count == sample.size else { return }
                held.withUnsafeBytes { voice.say(sample, $0, emit) }
                held.removeAll(keepingCapacity: true)
            }
            self.sample = nil
        }
    }

    /// Drops the current sample, which is too long or lacks bytes, and emits `damage`.
    private mutating func lose(_ emit: (SegmentElement) -> Void) {
        sample = nil
        voice.tear(emit)
    }
}

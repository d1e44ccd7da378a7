/// Takes fragmented MP4 apart (ISO/IEC 14496-12 §8.8; RFC 8216 §3.3): AAC, MPEG audio, Opus and FLAC, and ID3 tags
/// in event messages.
///
/// Feed the initialization section (EXT-X-MAP), finish, then feed and finish one segment after the other; or all of it
/// at once. A new initialization section replaces the one before. A movie without fragments is read too, where its index
/// comes before its sound.
///
/// One sound track is played: the first that can be decoded. Packets of video are passed over by their length, unread. A
/// packet is given out as soon as its last byte is there.
///
/// **Times** count in the track's own timescale and are those after the edit list (§8.6.6): of an encoder's delay the packets
/// come too, with their times below zero, so that the decoder has its run-up; what of them is not heard is their ``Packet/lead``.
/// Without `tfdt` a fragment continues the one before it in the segment; where there is none, times are nil.
package struct Fmp4Demuxer: SegmentDemuxer {
    /// The longest `moov` box that is read: with pictures in it, or the index of some hours.
    package static let maximumMovie = 4 << 20
    /// The longest `moof` box that is read.
    package static let maximumFragment = 1 << 20
    /// The longest `emsg` box that is read.
    package static let maximumMessage = AudioFraming.maximumKeptTag + 1024
    /// The longest packet; longer ones are damage. FLAC's are the longest: 65,535 samples of eight channels of 16 bits are
    /// as many bytes.
    package static let maximumSample = 1 << 20
    /// Event messages that wait for the segment's first sample; further ones are dropped.
    package static let maximumWaitingMessages = 16

    /// What the present box is to us.
    private enum Reading {
        case nothing
        /// Its body is kept up to its end.
        case collecting(limit: Int)
        /// Samples lie in it, up to this byte of the segment; nil: to the end.
        case samples(end: Int?)
    }

    /// What the last initialization section says; nil before one came.
    package private(set) var movie: Mp4Movie?

    private var splitter = BoxSplitter()
    private var header: BoxHeader?
    private var reading = Reading.nothing
    /// The body of the box that is being collected.
    private var box: [UInt8] = []
    /// The body of the `moof` box whose samples come.
    private var fragmentBytes: [UInt8] = []
    private var fragment = MovieFragment()
    /// The body of the `moov` box where the movie has no fragments, and its tables.
    private var movieBytes: [UInt8] = []
    private var tables: SampleTables?
    /// Decoding time behind the last sample of this segment.
    private var nextTime: Int64?
    /// The sample that comes next or is being read, and what there is of its bytes.
    private var sample: Mp4Sample?
    private var held: [UInt8] = []
    private var waitingMessages: [(delay: MediaTime, tag: [UInt8])] = []

    private var voice = SampleVoice()
    private var segmentProblem: SegmentProblem?
    /// Whether anything of the present segment came, and whether sound was passed before there was an index.
    private var hasBegun = false
    private var hasPassedSound = false

    package init() {}

    package var problem: SegmentProblem? {
        if voice.isHeard { return nil }
        return movie?.problem ?? segmentProblem ?? voice.problem
    }

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

    package mutating func finish(_ emit: (SegmentElement) -> Void) {
        guard hasBegun else { return }
        let ending = splitter.finish()
        switch ending {
        case .whole, .garbage: break
        case .open:
            // A size of 0 ends with the segment.
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

    /// A time that ``MediaTime`` can safely be added to and taken from others of its kind: within 136 years of zero.
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

    private mutating func begin(_ header: BoxHeader) {
        self.header = header
        let start = header.offset + header.length
        switch header.type {
        case "moov": collect(header, Self.maximumMovie)
        case "moof": collect(header, Self.maximumFragment)
        case "emsg": collect(header, Self.maximumMessage)
        case "mdat":
            if fragment.settle(data: start..<start + (header.bodyLength ?? .max / 4)) { sample = nil }
            reading = .samples(end: header.bodyLength.map { start + $0 })
            hasPassedSound = true
        case _: reading = .nothing
        }
    }

    private mutating func collect(_ header: BoxHeader, _ limit: Int) {
        box.removeAll(keepingCapacity: true)
        reading = .collecting(limit: limit)
        if let length = header.bodyLength, length > limit { refuse() }
    }

    /// The present box is longer than what is read.
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
        case .samples(let end): readSamples(part, at: splitter.position - part.count, dataEnd: end, emit)
        }
    }

    private mutating func end(_ emit: (SegmentElement) -> Void) {
        guard let header else { return }
        self.header = nil
        guard case .collecting = reading else { return }
        reading = .nothing
        switch header.type {
        case "moov": readMovie(emit)
        case "moof": readFragment(header, emit)
        case "emsg": readMessage(emit)
        case _: break
        }
    }

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
            if !movie.isFragmented { segmentProblem = .damaged("an MP4 file whose index comes after its sound") }
        }
    }

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

    private mutating func nextSample() -> Mp4Sample? {
        if let sample { return sample }
        sample =
            fragmentBytes.withUnsafeBytes { fragment.next(in: $0) }
            ?? movieBytes.withUnsafeBytes { tables?.next(in: $0) }
        return sample
    }

    /// What was announced and did not come.
    private mutating func dropSamples(_ emit: (SegmentElement) -> Void) {
        if nextSample() != nil { voice.tear(emit) }
        sample = nil
        held.removeAll(keepingCapacity: true)
        fragment.clear()
        tables?.drop()
    }

    /// - Parameters:
    ///   - start: where `part` lies in the segment.
    ///   - dataEnd: where the samples' box ends.
    private mutating func readSamples(
        _ part: UnsafeRawBufferPointer, at start: Int, dataEnd: Int?, _ emit: (SegmentElement) -> Void
    ) {
        var at = start
        let end = start + part.count
        while at < end, let sample = nextSample(), sample.position < end {
            if held.isEmpty {
                if sample.position < at {
                    // Behind us, and so is what follows it.
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

    private mutating func lose(_ emit: (SegmentElement) -> Void) {
        sample = nil
        voice.tear(emit)
    }
}

/// Makes packets of a track's samples.
struct SampleVoice {
    /// In seconds. No encoder's delay is longer; an edit list that cuts off more is heard whole, so that a wrong one silences nothing.
    static let longestRunUp: Int64 = 1

    /// What is played.
    var track: Mp4Track? {
        didSet { number = nil }
    }
    /// Whether a packet came of the present segment.
    private(set) var isHeard = false
    /// Why samples of the present segment were none.
    private(set) var problem: SegmentProblem?

    /// Which sample entry ``coding`` is of.
    private var number: UInt32?
    private var coding = Mp4SampleDescription.Coding.unusable(.noSound)
    /// The format of an entry whose packets do not tell it, made once for all of them.
    private var entryFormat: MediaFormat?
    private var format: MediaFormat?
    /// Whether the next packet continues the last one.
    private var isWhole = false

    mutating func beginSegment() {
        isHeard = false
        problem = nil
    }

    /// The presentation time of a sample, after the edit list.
    func time(_ time: Int64?) -> MediaTime? {
        guard let time, let track else { return nil }
        let (shifted, overflow) = time.addingReportingOverflow(track.editShift)
        return overflow ? nil : Fmp4Demuxer.time(shifted, track.timescale)
    }

    /// Where a frame lies.
    private struct Place {
        /// After the edit list.
        var time: MediaTime?
        /// How long before the edit list's beginning it is; nil: it is not.
        var early: MediaTime?
        /// How long before the edit list's end it begins, less than nothing behind it; nil: there is no end.
        var left: MediaTime?

        init(_ time: Int64?, _ voice: SampleVoice) {
            guard let time, let track = voice.track else { return }
            self.time = voice.time(time)
            func span(from begin: Int64, to end: Int64) -> MediaTime? {
                let (span, overflow) = end.subtractingReportingOverflow(begin)
                return overflow ? nil : Fmp4Demuxer.time(span, track.timescale)
            }
            if time < track.editStart, track.hasRunUp { early = span(from: time, to: track.editStart) }
            left = track.editEnd.flatMap { span(from: time, to: $0) }
        }

        mutating func pass(_ duration: MediaTime) {
            time = time.map { $0 + duration }
            early = early.map { $0 - duration }
            left = left.map { $0 - duration }
        }
    }

    /// Bytes are missing. Said once, and not before the first packet.
    mutating func tear(_ emit: (SegmentElement) -> Void) {
        if isWhole { emit(.damage) }
        isWhole = false
    }

    /// - Parameter bytes: of the sample, all of them.
    mutating func say(_ sample: Mp4Sample, _ bytes: UnsafeRawBufferPointer, _ emit: (SegmentElement) -> Void) {
        if sample.description != number {
            number = sample.description
            coding = track?.description(sample.description)?.coding ?? .unusable(.noSound)
            entryFormat = coding.mediaFormat
        }
        switch coding {
        case .aac(let config, _): saySample(bytes, config.frameLength, sample, emit)
        case .opus: saySample(bytes, OpusHeader.sampleCount(ofPacket: bytes), sample, emit)
        case .flac: saySample(bytes, FlacFrameHeader(bytes)?.blockSize, sample, emit)
        case .mpegAudio: sayFrames(bytes, Place(sample.time, self), emit)
        case .unusable(let found):
            problem = found
            tear(emit)
        }
    }

    /// - Parameter sampleCount: what the bytes decode to; nil where they are no frame.
    private mutating func saySample(
        _ bytes: UnsafeRawBufferPointer, _ sampleCount: Int?, _ sample: Mp4Sample, _ emit: (SegmentElement) -> Void
    ) {
        guard let entryFormat, let sampleCount else {
            problem = .damaged("MP4 samples that are not frames of their codec")
            return tear(emit)
        }
        say(entryFormat, bytes, sampleCount, Place(sample.time, self), emit)
    }

    /// A sample is a frame; what QuickTime's packers join is cut.
    private mutating func sayFrames(
        _ bytes: UnsafeRawBufferPointer, _ start: Place, _ emit: (SegmentElement) -> Void
    ) {
        var rest = bytes
        var place = start
        while let header = MpegAudioHeader(rest) {
            let length = header.frameLength ?? rest.count
            guard length <= rest.count else { break }
            let format = header.mediaFormat(bitRate: nil)
            let frame = UnsafeRawBufferPointer(rebasing: rest[..<length])
            say(format, frame, header.samplesPerFrame, place, emit)
            rest = UnsafeRawBufferPointer(rebasing: rest[length...])
            place.pass(MediaTime(samples: Int64(header.samplesPerFrame), rate: header.sampleRate))
        }
        // Padding of zeros is no loss.
        if rest.contains(where: { $0 != 0 }) {
            problem = .damaged("MP4 samples that are not MPEG audio")
            tear(emit)
        }
    }

    private mutating func say(
        _ format: MediaFormat, _ bytes: UnsafeRawBufferPointer, _ sampleCount: Int, _ place: Place,
        _ emit: (SegmentElement) -> Void
    ) {
        if format != self.format {
            self.format = format
            emit(.format(format))
        }
        // ISO/IEC 14496-12 §8.6.6; to the nearest sample where the timescale is another.
        func samples(_ time: MediaTime) -> Int {
            Int(min(max((time.seconds * Double(format.sampleRate)).rounded(), 0), Double(sampleCount)))
        }
        let lead = place.early.map(samples) ?? 0
        let tail = sampleCount - max(place.left.map(samples) ?? sampleCount, lead)
        emit(
            .packet(
                Packet(bytes: bytes, sampleCount: sampleCount - lead - tail, lead: lead, tail: tail), time: place.time))
        isHeard = true
        isWhole = true
    }
}

extension Mp4SampleDescription.Coding {
    /// Nil where the packets tell it.
    fileprivate var mediaFormat: MediaFormat? {
        switch self {
        case .aac(let config, let bytes): config.mediaFormat(bytes)
        case .opus(let header): header.mediaFormat
        case .flac(let info): info.mediaFormat
        case .mpegAudio, .unusable: nil
        }
    }
}

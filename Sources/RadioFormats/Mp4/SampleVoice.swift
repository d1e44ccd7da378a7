/// Makes packets from the samples of an MP4 sound track.
struct SampleVoice {
    /// Longest run-up in seconds. The run-up is the sound before the time at which the edit list begins. It is decoded
    /// but not heard.
    ///
    /// No encoder adds more silence than this at the beginning. If an edit list cuts off more, the sound is played
    /// nevertheless, in case the edit list is wrong.
    static let longestRunUp: Int64 = 1

    /// The track whose samples are emitted; nil before it is known.
    var track: Mp4Track? {
        didSet { number = nil }
    }
    /// True if a packet of the current segment was emitted.
    private(set) var isHeard = false
    /// The reason why samples of the current segment could not be emitted as packets; nil if there was no problem.
    private(set) var problem: SegmentProblem?

    /// Number of the sample entry from which ``coding`` was read.
    private var number: UInt32?
    private var coding = Mp4SampleDescription.Coding.unusable(.noSound)
    /// The format that the sample entry describes; nil if each packet has a header with its own format (MPEG audio).
    private var entryFormat: MediaFormat?
    /// The last format element that was emitted.
    private var format: MediaFormat?
    /// True if the last element emitted, apart from formats, was a packet. False before the first packet and after
    /// `damage`.
    private var isWhole = false

    mutating func beginSegment() {
        isHeard = false
        problem = nil
    }

    /// Returns a sample's presentation time with the edit list applied.
    /// - Parameter time: the presentation time in units of the track's timescale, before the edit list is applied.
    func time(_ time: Int64?) -> MediaTime? {
        guard let time, let track else { return nil }
        let (shifted, overflow) = time.addingReportingOverflow(track.editShift)
        return overflow ? nil : Fmp4Demuxer.time(shifted, track.timescale)
    }

    /// The time of a frame, and its distances from the beginning and end of the edit list.
    private struct Place {
        /// Presentation time, with the edit list applied.
        var time: MediaTime?
        /// Time from the frame's beginning to the edit list's beginning; nil if the frame does not begin before the
        /// edit list.
        var early: MediaTime?
        /// Time from the frame's beginning to the edit list's end; negative if the frame begins after this end, nil if
        /// the edit list has no end.
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

        /// Changes the times to those of the next frame, which begins `duration` after this frame.
        mutating func pass(_ duration: MediaTime) {
            time = time.map { $0 + duration }
            early = early.map { $0 - duration }
            left = left.map { $0 - duration }
        }
    }

    /// Emits a `damage` element, because sound is missing before the next packet. Does nothing before the first packet,
    /// or if no packet was emitted since the last `damage` element.
    mutating func tear(_ emit: (SegmentElement) -> Void) {
        if isWhole { emit(.damage) }
        isWhole = false
    }

    /// Emits an MP4 sample as one packet, or as several if it contains several frames.
    /// - Parameter bytes: all bytes of the sample.
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

    /// Emits a sample as one packet.
    /// - Parameter sampleCount: the number of samples per channel that the bytes decode to; nil if the bytes are no
    ///   frame of the codec.
    private mutating func saySample(
        _ bytes: UnsafeRawBufferPointer, _ sampleCount: Int?, _ sample: Mp4Sample, _ emit: (SegmentElement) -> Void
    ) {
        guard let entryFormat, let sampleCount else {
            problem = .damaged("MP4 samples that are not frames of their codec")
            return tear(emit)
        }
        say(entryFormat, bytes, sampleCount, Place(sample.time, self), emit)
    }

    /// Emits a sample's frames of MPEG audio. Usually a sample is one frame, but QuickTime puts several frames into one
    /// sample.
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
        // Zeros after the sample's last frame are padding. Other bytes are damage.
        if rest.contains(where: { $0 != 0 }) {
            problem = .damaged("MP4 samples that are not MPEG audio")
            tear(emit)
        }
    }

    /// Emits a frame as a packet. Emits the format first if it differs from the last one. Sets the packet's lead and
    /// tail to the samples that the edit list cuts off.
    private mutating func say(
        _ format: MediaFormat, _ bytes: UnsafeRawBufferPointer, _ sampleCount: Int, _ place: Place,
        _ emit: (SegmentElement) -> Void
    ) {
        if format != self.format {
            self.format = format
            emit(.format(format))
        }
        // Returns a distance from the edit list (ISO/IEC 14496-12 §8.6.6) in samples, at most the packet's. If the
        // timescale is not the sample rate, rounds to the nearest sample.
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
    /// The format of all packets with this coding; nil for MPEG audio, because each frame's header states the format.
    fileprivate var mediaFormat: MediaFormat? {
        switch self {
        case .aac(let config, let bytes): config.mediaFormat(bytes)
        case .opus(let header): header.mediaFormat
        case .flac(let info): info.mediaFormat
        case .mpegAudio, .unusable: nil
        }
    }
}

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
    /// The format of an AAC entry, made once for all of its packets.
    private var aacFormat: MediaFormat?
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

    /// How long before the edit list's beginning a sample is; nil: it is not.
    private func earliness(_ time: Int64?) -> MediaTime? {
        guard let time, let track, time < track.editStart, track.editStart <= Self.longestRunUp * Int64(track.timescale)
        else { return nil }
        let (early, overflow) = track.editStart.subtractingReportingOverflow(time)
        return overflow ? nil : Fmp4Demuxer.time(early, track.timescale)
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
            if case .aac(let config, let bytes) = coding { aacFormat = config.mediaFormat(bytes) }
        }
        switch coding {
        case .aac(let config, _):
            guard let aacFormat else { return }
            say(aacFormat, bytes, config.frameLength, time(sample.time), early: earliness(sample.time), emit)
        case .mpegAudio: sayFrames(bytes, time(sample.time), early: earliness(sample.time), emit)
        case .unusable(let found):
            problem = found
            tear(emit)
        }
    }

    /// A sample is a frame; what QuickTime's packers join is cut.
    private mutating func sayFrames(
        _ bytes: UnsafeRawBufferPointer, _ start: MediaTime?, early: MediaTime?, _ emit: (SegmentElement) -> Void
    ) {
        var rest = bytes
        var time = start
        var early = early
        while let header = MpegAudioHeader(rest) {
            let length = header.frameLength ?? rest.count
            guard length <= rest.count else { break }
            let format = header.mediaFormat(bitRate: nil)
            let frame = UnsafeRawBufferPointer(rebasing: rest[..<length])
            say(format, frame, header.samplesPerFrame, time, early: early, emit)
            rest = UnsafeRawBufferPointer(rebasing: rest[length...])
            let duration = MediaTime(samples: Int64(header.samplesPerFrame), rate: header.sampleRate)
            time = time.map { $0 + duration }
            early = early.map { $0 - duration }
        }
        // Padding of zeros is no loss.
        if rest.contains(where: { $0 != 0 }) {
            problem = .damaged("MP4 samples that are no MPEG audio")
            tear(emit)
        }
    }

    private mutating func say(
        _ format: MediaFormat, _ bytes: UnsafeRawBufferPointer, _ sampleCount: Int, _ time: MediaTime?,
        early: MediaTime?, _ emit: (SegmentElement) -> Void
    ) {
        if format != self.format {
            self.format = format
            emit(.format(format))
        }
        // ISO/IEC 14496-12 §8.6.6; to the nearest sample where the timescale is another.
        let cut = early.map { ($0.seconds * Double(format.sampleRate)).rounded() } ?? 0
        let lead = Int(min(max(cut, 0), Double(sampleCount)))
        emit(.packet(Packet(bytes: bytes, sampleCount: sampleCount - lead, lead: lead), time: time))
        isHeard = true
        isWhole = true
    }
}

/// Makes packets of a track's samples.
struct SampleVoice {
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
            say(aacFormat, bytes, config.frameLength, time(sample.time), emit)
        case .mpegAudio: sayFrames(bytes, time(sample.time), emit)
        case .unusable(let found):
            problem = found
            tear(emit)
        }
    }

    /// A sample is a frame; what QuickTime's packers join is cut.
    private mutating func sayFrames(
        _ bytes: UnsafeRawBufferPointer, _ start: MediaTime?, _ emit: (SegmentElement) -> Void
    ) {
        var rest = bytes
        var time = start
        while let header = MpegAudioHeader(rest) {
            let length = header.frameLength ?? rest.count
            guard length <= rest.count else { break }
            let format = header.mediaFormat(bitRate: nil)
            say(format, UnsafeRawBufferPointer(rebasing: rest[..<length]), header.samplesPerFrame, time, emit)
            rest = UnsafeRawBufferPointer(rebasing: rest[length...])
            time = time.map { $0 + MediaTime(samples: Int64(header.samplesPerFrame), rate: header.sampleRate) }
        }
        // Padding of zeros is no loss.
        if rest.contains(where: { $0 != 0 }) {
            problem = .damaged("MP4 samples that are no MPEG audio")
            tear(emit)
        }
    }

    private mutating func say(
        _ format: MediaFormat, _ bytes: UnsafeRawBufferPointer, _ sampleCount: Int, _ time: MediaTime?,
        _ emit: (SegmentElement) -> Void
    ) {
        if format != self.format {
            self.format = format
            emit(.format(format))
        }
        emit(.packet(Packet(bytes: bytes, sampleCount: sampleCount), time: time))
        isHeard = true
        isWhole = true
    }
}

import RadioFormats

/// Counts the frames, tags and gaps that a `FrameSurvey` finds.
struct FrameTally {
    /// The maximum number of gaps that are kept with their offsets. Further gaps are only counted.
    static let maximumGaps = 64
    static let maximumTags = 64
    /// The maximum number of bytes that are kept of all tags together.
    static let maximumTagBytes = 1 << 20
    /// The maximum number of forms (sample rate and number of channels) that are kept. Frame headers can hardly
    /// describe more forms.
    static let maximumForms = 64

    private(set) var tags: [InspectionReport.Tag] = []
    private(set) var tagCount = 0
    private var keptTagBytes = 0
    private var count = 0
    private var byteCount = 0
    private var first: (header: InspectedHeader, offset: Int)?
    private var last: (header: InspectedHeader, offset: Int)?
    private var forms: [InspectionReport.Form] = []
    /// For each sample rate in hertz, the number of samples per channel, so that durations are exact sums.
    private var samples: [Int: Int64] = [:]
    /// As ``samples``, without what an encoder added at the ends of a file.
    private var heardSamples: [Int: Int64] = [:]
    private var trim = EncoderTrim()
    private var lowest = Int.max
    private var highest = 0
    private var gapCount = 0
    private var gapBytes = 0
    private var gaps: [InspectionReport.Gap] = []
    /// The offset in the sound at which the last counted frame, tag or other piece ends.
    private var end = 0

    /// Counts a frame, tag or other piece of the sound.
    ///
    /// `header` reads the header of a frame from the frame's bytes.
    mutating func take(_ piece: FramePiece, header: (UnsafeRawBufferPointer) -> InspectedHeader?) {
        switch piece {
        case .element(.packet(let packet), let offset):
            guard let header = header(packet.bytes) else { return }
            closeGap(before: offset)
            add(packet, header, offset)
            end = offset + packet.bytes.count
        case .element(.metadata(let tag), let offset):
            // A long tag was counted when it began.
            if end > offset { return keep(tag, at: offset) }
            closeGap(before: offset)
            add(.id3v2, offset, tag.raw.count, tag.raw)
            end = offset + tag.raw.count
        case .element(.discontinuity, _), .element(.format, _), .element(.position, _), .element(.end, _): break
        case .passed(let what, let offset, let length):
            closeGap(before: offset)
            end = offset + length
            switch what {
            case .id3v2: add(.id3v2, offset, length, [])
            case .id3v1: add(.id3v1, offset, length, [])
            case .ape: add(.ape, offset, length, [])
            case .information(let header): trim.take(header)
            }
        }
    }

    /// Counts the bytes between the previous piece and the piece at `offset` as a gap.
    ///
    /// Bytes before the first frame are not a gap between frames.
    private mutating func closeGap(before offset: Int) {
        guard count > 0, offset > end else { return }
        gapCount += 1
        gapBytes += offset - end
        if gaps.count < Self.maximumGaps { gaps.append(.init(offset: end, length: offset - end)) }
    }

    /// Adds a frame to the counts, durations and forms.
    private mutating func add(_ packet: Packet, _ header: InspectedHeader, _ offset: Int) {
        count += 1
        byteCount += packet.bytes.count
        if first == nil { first = (header, offset) }
        last = (header, offset)
        samples[header.sampleRate, default: 0] += Int64(packet.sampleCount)
        var heard = packet
        if case .mpegAudio = header { heard = trim.cut(packet) }
        heardSamples[header.sampleRate, default: 0] += Int64(heard.sampleCount)
        let rate = header.bitRate(frameLength: packet.bytes.count)
        lowest = min(lowest, rate)
        highest = max(highest, rate)
        let (sampleRate, channels) = (header.sampleRate, header.channelCount)
        if let form = forms.firstIndex(where: { $0.sampleRate == sampleRate && $0.channelCount == channels }) {
            forms[form].frameCount += 1
        } else if forms.count < Self.maximumForms {
            forms.append(.init(sampleRate: sampleRate, channelCount: channels, frameCount: 1))
        }
    }

    /// Counts an ID3v2 tag before the first piece.
    mutating func take(leading tag: TimedMetadata, at offset: Int, length: Int) {
        end = offset + length
        trim.take(tag)
        add(.id3v2, offset, length, [])
        keep(tag, at: offset)
    }

    /// Keeps the bytes of the last counted tag if it is at `offset`. Of a long tag, keeps what a player uses, without
    /// the pictures.
    private mutating func keep(_ tag: TimedMetadata, at offset: Int) {
        let raw = tag.withoutPictures.raw
        guard let last = tags.indices.last, tags[last].offset == offset, tagCount == tags.count,
            keptTagBytes + raw.count <= Self.maximumTagBytes
        else { return }
        keptTagBytes += raw.count
        tags[last].raw = raw
    }

    private mutating func add(_ kind: InspectionReport.Tag.Kind, _ offset: Int, _ length: Int, _ raw: [UInt8]) {
        tagCount += 1
        guard tags.count < Self.maximumTags else { return }
        let isKept = keptTagBytes + raw.count <= Self.maximumTagBytes
        if isKept { keptTagBytes += raw.count }
        tags.append(.init(kind: kind, offset: offset, length: length, raw: isKept ? raw : []))
    }

    /// Stores the bytes of an ID3v1 tag, the last 128 bytes of the sound, if a tag was counted at `offset`.
    mutating func read(id3v1 raw: [UInt8], at offset: Int) {
        if let index = tags.firstIndex(where: { $0.kind == .id3v1 && $0.offset == offset }) { tags[index].raw = raw }
    }

    /// Returns the summary of the frames, or nil if there were no frames.
    /// - Parameter isFile: Whether the samples that an encoder added at the ends do not count in the duration.
    func frames(information: XingHeader?, isFile: Bool) -> InspectionReport.Frames? {
        guard let first, let last else { return nil }
        func sum(_ samples: [Int: Int64]) -> MediaTime {
            samples.reduce(.zero) { $0 + MediaTime(samples: $1.value, rate: $1.key) }
        }
        let duration = sum(samples)
        let rate = Double(byteCount) * 8 / duration.seconds
        let mean = duration.seconds > 0 ? Int(exactly: rate.rounded()) ?? .max : 0
        return InspectionReport.Frames(
            count: count, byteCount: byteCount, duration: isFile ? sum(heardSamples) : duration, first: first.header,
            firstOffset: first.offset,
            last: last.header, lastOffset: last.offset, forms: forms,
            bitRate: .init(minimum: lowest, mean: mean, maximum: highest), gapCount: gapCount, gapByteCount: gapBytes,
            gaps: gaps,
            information: information)
    }
}

/// Cuts off the samples that an MP3 encoder added at the beginning and end of a file, exactly as libmpg123 does.
///
/// LAME's extension of the first frame (``XingHeader``) states the encoder's delay and padding; otherwise Apple's comment
/// `iTunSMPB` in the ID3v2 tag before the sound may. Files that were joined are cut one by one. Sound after the frames
/// that the header counts is kept whole, and statements that leave no sound are ignored.
package struct EncoderTrim {
    /// The number of samples by which every decoder delays Layer III.
    private static let decoderDelay = 529
    /// The longest delay or padding in `iTunSMPB` that is believed, in samples. LAME states at most 4,095.
    private static let maximumAdded = 16_384

    /// The samples that are heard, counted from the first frame after the header; nil if nothing is cut.
    private var heard: Range<Int>?
    /// The number of samples in the frames that the header counts.
    private var total = 0
    /// The number of samples since the header.
    private var position = 0
    private var hasPackets = false
    /// The number of samples of the file that are heard, as the file states it before its sound; nil if not stated.
    package private(set) var statedCount: Int?

    package init() {}

    /// Takes an ID3v2 tag before the sound.
    package mutating func take(_ tag: TimedMetadata) {
        guard !hasPackets, let tag = Id3Tag(tag.raw, readsPictures: false), let info = GaplessInfo(tag),
            info.delay <= Self.maximumAdded, info.padding <= Self.maximumAdded, info.count <= UInt32.max
        else { return }
        begin(delay: Int(info.delay), padding: Int(info.padding), total: Int(info.delay + info.count + info.padding))
        statedCount = heard?.count
    }

    /// Takes a frame without sound, which describes the frames that follow.
    package mutating func take(_ header: XingHeader) {
        let total = (header.frameCount ?? 0) * header.samplesPerFrame
        if let delay = header.encoderDelay, let padding = header.encoderPadding, total > 0 {
            begin(delay: delay, padding: padding, total: total)
            if !hasPackets { statedCount = nil }
        } else if hasPackets {
            heard = nil
        }
        if statedCount == nil, !hasPackets, total > 0 { statedCount = heard?.count ?? total }
    }

    private mutating func begin(delay: Int, padding: Int, total: Int) {
        let (start, end) = (delay + Self.decoderDelay, min(total - padding + Self.decoderDelay, total))
        heard = start < end ? start..<end : nil
        self.total = total
        position = 0
    }

    /// Returns the next packet with the samples that are not heard as its lead and tail.
    package mutating func cut(_ packet: Packet) -> Packet {
        hasPackets = true
        let (start, count) = (position, packet.sampleCount)
        guard let heard, start < total else { return packet }
        position += count
        var packet = packet
        packet.lead = min(max(heard.lowerBound - start, 0), count)
        packet.tail = min(max(position - heard.upperBound, 0), count - packet.lead)
        packet.sampleCount = count - packet.lead - packet.tail
        return packet
    }
}

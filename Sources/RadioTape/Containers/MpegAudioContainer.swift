import RadioFormats

/// Writes MPEG audio frames after an ID3v2.4 tag.
///
/// For Layer III, a frame without sound comes first. This frame contains a header named `Xing` or `Info`, which states
/// how long the file is, and where each hundredth of the playing time begins. If the first frames come from a file whose
/// encoder added samples, LAME's extension of the header states these samples again.
package struct MpegAudioContainer: RecordingContainer {
    package var suffix: String { layer == .layer3 ? "mp3" : layer == .layer2 ? "mp2" : "mp1" }

    private let layer: MpegAudioHeader.Layer
    private let tag: [UInt8]
    /// The frame with the `Xing` or `Info` header, which contains no sound; empty if the file has none.
    private let infoFrame: [UInt8]
    /// The offset of the name `Xing` or `Info` in ``infoFrame``.
    private let infoStart: Int
    private var first: MpegAudioHeader
    private var hasVariableRate = false
    /// Number of samples before the first heard one, and after the last.
    private var unheard = (before: 0, after: 0)
    private var hasHeard = false
    private var offsets: FrameOffsets

    /// - Parameter tags: the tags; nil to write only frames.
    init?(first frame: UnsafeRawBufferPointer, tags: RecordingTags?) {
        guard let first = MpegAudioHeader(frame) else { return nil }
        self.first = first
        layer = first.layer
        tag = tags.map(Id3Writer.tag) ?? []
        let info = tags == nil ? nil : Self.infoFrame(like: frame)
        (infoFrame, infoStart) = info ?? ([], 0)
        offsets = FrameOffsets(start: infoFrame.count)
    }

    package var header: [UInt8] { tag + statedInfoFrame }

    package var length: (offset: Int, bytes: [UInt8])? {
        infoFrame.isEmpty ? nil : (tag.count, statedInfoFrame)
    }

    /// ``infoFrame`` with the number of frames and bytes so far; empty if the file has none.
    private var statedInfoFrame: [UInt8] {
        guard !infoFrame.isEmpty else { return [] }
        var frame = infoFrame
        func put(_ bytes: [UInt8], _ at: Int) { frame.replaceSubrange(at..<at + bytes.count, with: bytes) }
        put(Array((hasVariableRate ? "Xing" : "Info").utf8), infoStart)
        if offsets.frameCount > 0 {
            put(BigEndian.bytes(7, 4), infoStart + 4)
            put(BigEndian.bytes(offsets.frameCount, 4), infoStart + 8)
            put(BigEndian.bytes(min(offsets.byteCount, Int(UInt32.max)), 4), infoStart + 12)
            put(offsets.seekTable, infoStart + 16)
            // Decoders add 529 samples to the delay, and take them off the padding.
            let (delay, padding) = (unheard.before - 529, unheard.after + 529)
            if hasHeard, (0...4095).contains(delay), padding <= 4095 {
                put(Array("LAME".utf8), infoStart + Self.extensionOffset)
                put(BigEndian.bytes(delay << 12 | padding, 3), infoStart + Self.extensionOffset + 21)
            }
        }
        return frame
    }

    package mutating func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool {
        guard case .mpegAudio = format.framing, let header = MpegAudioHeader(packet.bytes),
            header.isCompatible(with: first)
        else { return false }
        if header.bitRate != first.bitRate { hasVariableRate = true }
        offsets.append(packet.bytes.count)
        let left = header.samplesPerFrame - packet.sampleCount
        if !hasHeard { unheard.before += left - packet.tail }
        unheard.after = packet.sampleCount > 0 ? packet.tail : unheard.after + left
        hasHeard = hasHeard || packet.sampleCount > 0
        bytes.append(contentsOf: packet.bytes)
        return true
    }

    /// The offset of LAME's extension in the `Xing` header, after its name, flags, number of frames, number of bytes, and
    /// seek table.
    private static let extensionOffset = 4 + 4 + 4 + 4 + 100
    /// The length of the `Xing` header and its extension in bytes.
    private static let infoLength = extensionOffset + 36

    /// Returns a silent frame in the format of `frame` that has room for the `Xing` header, and the header's offset in
    /// the frame; nil if no frame of that format has room.
    private static func infoFrame(like frame: UnsafeRawBufferPointer) -> (frame: [UInt8], start: Int)? {
        guard let first = MpegAudioHeader(frame), first.layer == .layer3 else { return nil }
        let start = MpegAudioHeader.length + first.sideInformationLength
        for index in UInt8(1)...14 {
            // The header of the silent frame: as in `frame`, but without CRC and padding, and with the bit rate that
            // `index` stands for.
            var bytes = [frame[0], frame[1] | 1, index << 4 | frame[2] & 0x0C, frame[3]]
            let length = bytes.withUnsafeBytes { MpegAudioHeader($0)?.frameLength } ?? 0
            guard length >= start + infoLength else { continue }
            bytes += [UInt8](repeating: 0, count: length - bytes.count)
            return (bytes, start)
        }
        return nil
    }
}

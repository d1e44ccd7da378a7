import RadioFormats

/// Writes MPEG audio frames after an ID3v2.4 tag.
///
/// For Layer III, a frame without sound comes first. This frame contains a header named `Xing` or `Info`, which states
/// how long the file is, and where each hundredth of the playing time begins.
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

    package var header: [UInt8] {
        guard !infoFrame.isEmpty else { return tag }
        var frame = infoFrame
        func put(_ bytes: [UInt8], _ at: Int) { frame.replaceSubrange(at..<at + bytes.count, with: bytes) }
        put(Array((hasVariableRate ? "Xing" : "Info").utf8), infoStart)
        if offsets.frameCount > 0 {
            put(BigEndian.bytes(7, 4), infoStart + 4)
            put(BigEndian.bytes(offsets.frameCount, 4), infoStart + 8)
            put(BigEndian.bytes(min(offsets.byteCount, Int(UInt32.max)), 4), infoStart + 12)
            put(offsets.seekTable, infoStart + 16)
        }
        return tag + frame
    }

    package mutating func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool {
        guard case .mpegAudio = format.framing, let header = MpegAudioHeader(packet.bytes),
            header.isCompatible(with: first)
        else { return false }
        if header.bitRate != first.bitRate { hasVariableRate = true }
        offsets.append(packet.bytes.count)
        bytes.append(contentsOf: packet.bytes)
        return true
    }

    /// The length of the `Xing` header in bytes: its name, flags, number of frames, number of bytes, and seek table.
    private static let infoLength = 4 + 4 + 4 + 4 + 100

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

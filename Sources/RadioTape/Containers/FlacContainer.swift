import RadioFormats

/// Writes FLAC frames after STREAMINFO, comments and a picture (RFC 9639 §8).
///
/// The frames are numbered from zero, even if the recording begins in the middle of a stream.
package struct FlacContainer: RecordingContainer {
    package let suffix = "flac"

    private var info: FlacStreamInfo
    private let metadata: [UInt8]
    private var frameCount = 0
    private var sampleCount: Int64 = 0

    /// - Parameter first: the first frame, whose block size STREAMINFO states. A decoder computes the time of a frame
    ///   from its number and the block size.
    init?(_ info: FlacStreamInfo, first: UnsafeRawBufferPointer, tags: RecordingTags) {
        guard let header = FlacFrameHeader(first) else { return nil }
        self.info = info
        if header.numbering == .frames {
            (self.info.minimumBlock, self.info.maximumBlock) = (header.blockSize, header.blockSize)
        }
        self.info.sampleCount = nil
        self.info.md5 = nil
        var blocks = [(type: UInt8(4), body: VorbisCommentWriter.comments(tags))]
        if let cover = tags.cover { blocks.append((6, cover.frontCoverBlock)) }
        metadata = blocks.enumerated().flatMap { index, block in
            let isLast: UInt8 = index == blocks.count - 1 ? 0x80 : 0
            return [isLast | block.type] + BigEndian.bytes(block.body.count, 3) + block.body
        }
    }

    package var header: [UInt8] { Self.start + streamInfo + metadata }

    package var length: (offset: Int, bytes: [UInt8])? { (Self.start.count, streamInfo) }

    /// The file's signature, and the header of STREAMINFO.
    private static let start = Array("fLaC".utf8) + [0] + BigEndian.bytes(FlacStreamInfo.byteCount, 3)

    private var streamInfo: [UInt8] {
        var info = info
        // STREAMINFO has 36 bits for the number of samples (RFC 9639 §8.2). A larger number is left out.
        if sampleCount > 0, sampleCount < 1 << 36 { info.sampleCount = sampleCount }
        return info.bytes
    }

    package mutating func append(_ packet: Packet, _ format: MediaFormat, to bytes: inout [UInt8]) -> Bool {
        guard case .flac(let other) = format.framing, other.sampleRate == info.sampleRate,
            other.channelCount == info.channelCount, other.bitsPerSample == info.bitsPerSample,
            let header = FlacFrameHeader(packet.bytes), packet.bytes.count >= header.byteCount + 2
        else { return false }
        let number = header.numbering == .frames ? Int64(frameCount) : sampleCount
        bytes += FlacFrameNumber.frame(packet.bytes, header, numbered: number)
        frameCount += 1
        sampleCount += Int64(header.blockSize)
        return true
    }
}

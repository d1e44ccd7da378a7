import COgg
import RadioFormats

/// Fuzzes the Ogg demuxer. Input: one byte that decides into which chunks the stream is cut and whether its
/// checksums are corrected, then the Ogg stream.
enum OggDemuxerTarget: FuzzTarget {
    static let name = "OggDemuxer"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        OggSums.mended(input[1...], if: seed & 1 == 0).withUnsafeBytes { run($0, seed) }
    }

    private static func run(_ body: UnsafeRawBufferPointer, _ seed: UInt8) {
        Feeding.compare(body, seed: seed) { feedAll in
            var digest = Digest()
            var hasFormat = false
            var bytes = 0
            var isPlaced = true
            let take = { (element: StreamElement) in
                digest.element(element)
                switch element {
                case .format(let format):
                    require(format.sampleRate > 0 && format.channelCount > 0, "\(format)")
                    hasFormat = true
                case .packet(let packet):
                    require(hasFormat && isPlaced, "a packet without a format, or a place")
                    require(packet.sampleCount >= 0 && packet.lead >= 0 && packet.tail >= 0, "less than nothing")
                    require(packet.decodedCount <= 65_536, "\(packet.decodedCount) samples")
                    bytes += packet.bytes.count
                case .metadata(let metadata):
                    require(hasFormat, "comments before the sound's form")
                    if metadata.kind == .vorbisComment { _ = VorbisComment(metadata.raw) }
                case .discontinuity: require(hasFormat, "torn before the first packet")
                case .position:
                    require(!isPlaced, "Ogg knows one place, where it goes on")
                    isPlaced = true
                case .end: require(false, "Ogg knows no end")
                }
            }
            let demuxer = OggDemuxer(canJump: true)
            feedAll { demuxer.feed($0, take) }
            require(bytes <= body.count, "more came out than went in")
            guard let resumed = demuxer.resumed() else { return digest }
            (isPlaced, hasFormat, bytes) = (false, false, 0)
            resumed.feed(UnsafeRawBufferPointer(rebasing: body[(body.count * Int(seed) / 256)...]), take)
            require(bytes <= body.count, "more came out than went in")
            return digest
        }
    }
}

/// Fuzzes the Ogg skimmer. Input: one byte that decides into which chunks the stream is cut and whether its
/// checksums are corrected, then the Ogg stream.
enum OggSkimmerTarget: FuzzTarget {
    static let name = "OggSkimmer"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        OggSums.mended(input[1...], if: seed & 1 == 0).withUnsafeBytes { run($0, seed) }
    }

    private static func run(_ body: UnsafeRawBufferPointer, _ seed: UInt8) {
        Feeding.compare(body, seed: seed) { feedAll in
            var digest = Digest()
            var bytes = 0
            let skimmer = OggSkimmer()
            feedAll {
                skimmer.feed($0) { comments in
                    comments.withUnsafeBytes { digest.event(1, $0) }
                    bytes += comments.count
                }
            }
            require(bytes <= body.count, "more came out than went in")
            return digest
        }
    }
}

/// Corrects the checksums of Ogg pages in the fuzzer's input.
private enum OggSums {
    /// Returns the bytes, with the right checksum in each Ogg page if `isWanted` is true. The fuzzer itself would
    /// hardly ever find right checksums.
    static func mended(_ bytes: Slice<UnsafeRawBufferPointer>, if isWanted: Bool) -> [UInt8] {
        var mended = Array(bytes)
        guard isWanted else { return mended }
        mended.withUnsafeMutableBufferPointer { bytes in
            var at = 0
            while at + 27 <= bytes.count {
                let header = 27 + Int(bytes[at + 26])
                guard bytes[at..<at + 4].elementsEqual("OggS".utf8), at + header <= bytes.count else {
                    at += 1
                    continue
                }
                let body = min(
                    bytes[at + 27..<at + header].reduce(0) { $0 + Int($1) }, bytes.count - at - header)
                let start = bytes.baseAddress! + at
                var page = ogg_page(header: start, header_len: header, body: start + header, body_len: body)
                ogg_page_checksum_set(&page)
                at += header + body
            }
        }
        return mended
    }
}

/// Fuzzes the readers of the headers of Opus and FLAC and of Vorbis comments. Input: such a header or comment, an Opus
/// packet, or a FLAC frame.
enum OggHeaderTarget: FuzzTarget {
    static let name = "OggHeader"

    static func run(_ input: UnsafeRawBufferPointer) {
        if let header = OpusHeader(input) {
            require(header.mapping.count == header.channelCount && header.channelCount > 0, "\(header)")
        }
        if let count = OpusHeader.sampleCount(ofPacket: input) { require((1...5760).contains(count), "\(count)") }
        if let info = FlacStreamInfo(input) {
            let bytes = info.bytes
            require(bytes.withUnsafeBytes { FlacStreamInfo($0) } == info, "\(info)")
        }
        if let header = FlacFrameHeader(input) {
            require(header.byteCount <= FlacFrameHeader.maximumByteCount && header.blockSize > 0, "\(header)")
            require(header.sampleRate != 0 && header.number >= 0, "\(header)")
        }
        if let comment = VorbisComment(Array(input)) {
            require(comment.fields.count <= VorbisComment.maximumFields, "too many fields")
        }
    }
}

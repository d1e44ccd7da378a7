import RadioFormats

/// One byte: how it is cut; then an Ogg stream.
enum OggDemuxerTarget: FuzzTarget {
    static let name = "OggDemuxer"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        let body = UnsafeRawBufferPointer(rebasing: input[1...])
        Feeding.compare(body, seed: seed) { feedAll in
            var digest = Digest()
            var hasFormat = false
            var bytes = 0
            let demuxer = OggDemuxer()
            feedAll {
                demuxer.feed($0) { element in
                    digest.element(element)
                    switch element {
                    case .format(let format):
                        require(format.sampleRate > 0 && format.channelCount > 0, "\(format)")
                        hasFormat = true
                    case .packet(let packet):
                        require(hasFormat, "a packet without a format")
                        require(packet.sampleCount >= 0 && packet.lead >= 0 && packet.tail >= 0, "less than nothing")
                        require(packet.decodedCount <= 65_536, "\(packet.decodedCount) samples")
                        bytes += packet.bytes.count
                    case .metadata(let metadata):
                        require(hasFormat && metadata.kind == .vorbisComment, "no comments")
                        _ = VorbisComment(metadata.raw)
                    case .discontinuity: require(hasFormat, "torn before the first packet")
                    case .position, .end: require(false, "Ogg knows no place and no end here")
                    }
                }
            }
            require(bytes <= body.count, "more came out than went in")
            return digest
        }
    }
}

/// One byte: how it is cut; then an Ogg stream.
enum OggSkimmerTarget: FuzzTarget {
    static let name = "OggSkimmer"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        let body = UnsafeRawBufferPointer(rebasing: input[1...])
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

/// The headers of Ogg's codecs, and of FLAC frames.
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

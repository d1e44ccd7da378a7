import RadioFormats

/// Fuzzes the FLAC framer. Input: one byte that decides into which chunks the stream is cut, then the FLAC stream.
enum FlacFramerTarget: FuzzTarget {
    static let name = "FlacFramer"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        let body = UnsafeRawBufferPointer(rebasing: input[1...])
        Feeding.compare(body, seed: seed) { feedAll in
            var digest = Digest()
            var framer = FlacFramer()
            var (hasFormat, isPlaced, bytes) = (false, true, 0)
            let take = { (element: StreamElement) in
                digest.element(element)
                switch element {
                case .format: hasFormat = true
                case .packet(let packet):
                    require(hasFormat && isPlaced, "a packet without a format, or a place")
                    require(FlacFrameHeader(packet.bytes)?.blockSize == packet.sampleCount, "no frame")
                    require(packet.bytes.count <= FlacFramer.maximumFrame, "\(packet.bytes.count) bytes")
                    require(FlacChecksum.frame(packet.bytes) == 0, "a damaged frame")
                    bytes += packet.bytes.count
                case .metadata(let metadata):
                    require(
                        metadata.raw.count <= FlacFramer.maximumBlock || metadata.kind == .flacPicture,
                        "\(metadata.raw.count) bytes of metadata")
                    bytes += metadata.raw.count
                case .discontinuity: require(hasFormat, "torn before the first packet")
                case .position:
                    require(!isPlaced, "a framer knows one place, where it goes on")
                    isPlaced = true
                case .end: require(false, "a framer knows no end")
                }
            }
            feedAll { framer.feed($0, take) }
            framer.finish(take)
            require(bytes <= body.count, "more came out than went in")
            digest.event(9, number: Int(framer.info?.sampleCount ?? -1))
            guard var resumed = framer.resumed() else { return digest }
            (isPlaced, hasFormat, bytes) = (false, false, 0)
            resumed.feed(UnsafeRawBufferPointer(rebasing: body[(body.count * Int(seed) / 256)...]), take)
            resumed.finish(take)
            require(bytes <= body.count, "more came out than went in")
            return digest
        }
    }
}

import RadioFormats

/// Fuzzes the demuxer of WAVE and AIFF files. Input: one byte that decides into which chunks the file is cut, then the
/// file.
enum PcmDemuxerTarget: FuzzTarget {
    static let name = "PcmDemuxer"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        let body = UnsafeRawBufferPointer(rebasing: input[1...])
        Feeding.compare(body, seed: seed) { feedAll in
            var digest = Digest()
            var frameLength = 0
            var bytes = 0
            var samples: Int64 = 0
            var demuxer = PcmDemuxer()
            let take = { (element: StreamElement) in
                digest.element(element)
                switch element {
                case .format(let format):
                    guard case .pcm(let encoding) = format.framing, frameLength == 0 else {
                        return require(false, "another format: \(format)")
                    }
                    frameLength = encoding.byteCount * format.channelCount
                    require(format.sampleRate > 0 && frameLength > 0, "\(format)")
                case .packet(let packet):
                    require(packet.bytes.count <= PcmDemuxer.maximumPacket, "a packet of \(packet.bytes.count) bytes")
                    require(packet.sampleCount > 0, "an empty packet")
                    require(packet.bytes.count == packet.sampleCount * frameLength, "no whole frames")
                    bytes += packet.bytes.count
                    samples += Int64(packet.sampleCount)
                case .metadata, .discontinuity, .position, .end: require(false, "samples are all there is")
                }
            }
            feedAll { demuxer.feed($0, take) }
            demuxer.finish(take)
            require(bytes <= body.count, "more came out than went in")
            require(demuxer.sampleCount.map { samples <= $0 } ?? true, "longer than it says")
            require(demuxer.problem == nil || bytes == 0, "sound, and none")
            // If the demuxer can seek, it must return the time from which it continues, at or before the wanted time.
            var sought = demuxer
            if let start = sought.seek(to: MediaTime(milliseconds: Int64(seed) * 100)) {
                require(start >= .zero && start <= MediaTime(milliseconds: Int64(seed) * 100), "\(start.seconds)")
                sought.feed(body) { element in
                    guard case .packet(let packet) = element else { return }
                    require(packet.bytes.count == packet.sampleCount * frameLength, "no whole frames")
                }
            }
            return digest
        }
    }
}

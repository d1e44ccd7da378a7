import RadioFormats

/// Fuzzes the demuxer of fragmented MP4. Input: one byte that decides into which chunks the movie is cut, then the
/// movie. The demuxer gets the movie twice, as two successive segments.
enum Fmp4DemuxerTarget: FuzzTarget {
    static let name = "Fmp4Demuxer"

    static func run(_ input: UnsafeRawBufferPointer) {
        // With times this close to zero, sums and differences of any two times fit into a 64-bit count of flicks.
        let century = MediaTime(value: 1 << 32, timescale: 1)
        SegmentRules.run(input, times: .zero - century..<century) { Fmp4Demuxer() }
        var demuxer = Fmp4Demuxer()
        var format: MediaFormat?
        let take = { (element: SegmentElement) in
            switch element {
            case .format(let next):
                require(next != format, "the same format twice")
                format = next
            case .packet(let packet, _):
                require(packet.bytes.count <= Fmp4Demuxer.maximumSample, "\(packet.bytes.count) bytes")
            case .metadata(let metadata, _):
                let length = metadata.raw.withUnsafeBytes { Id3Tag.length(of: $0) }
                require(length == metadata.raw.count, "no whole tag")
            case .damage: break
            }
        }
        demuxer.feed(input, take)
        demuxer.finish(take)
    }
}

import RadioFormats

/// Checks the elements that a segment demuxer delivers, for the fuzz targets of these demuxers.
struct SegmentRules {
    private let times: Range<MediaTime>
    private(set) var digest = Digest()
    private var format: MediaFormat?
    private var bytes = 0
    private var wasDamaged = false

    /// The times that a transport stream's time stamps can state: those of a 33-bit counter at 90 kHz.
    static let transportTimes = MediaTime.zero..<MediaTime(value: 1 << 33, timescale: 90_000)

    /// Feeds a segment twice to the same demuxer and checks every element.
    /// - Parameters:
    ///   - input: One byte that decides into which chunks the segment is cut, then the segment.
    ///   - times: The range in which the times of packets and metadata must lie.
    static func run(
        _ input: UnsafeRawBufferPointer, times: Range<MediaTime> = transportTimes, _ make: () -> any SegmentDemuxer
    ) {
        guard let seed = input.first else { return }
        let body = UnsafeRawBufferPointer(rebasing: input[1...])
        Feeding.compare(body, seed: seed) { feedAll in
            var rules = SegmentRules(times: times)
            var demuxer = make()
            for _ in 0..<2 {
                feedAll { demuxer.feed($0) { rules.take($0) } }
                demuxer.finish { rules.take($0) }
            }
            // `bytes` counts the packets of both times that the demuxer got the segment.
            require(rules.bytes <= 2 * body.count, "more came out than went in")
            if rules.format != nil { _ = demuxer.problem.map { "\($0)" } }
            return rules.digest
        }
    }

    private init(times: Range<MediaTime>) { self.times = times }

    private mutating func take(_ element: SegmentElement) {
        digest.element(element)
        switch element {
        case .format(let format):
            require(format.sampleRate > 0 && format.channelCount > 0, "\(format)")
            self.format = format
        case .packet(let packet, let time):
            require(format != nil, "a packet without a format")
            require(
                packet.lead >= 0 && packet.tail >= 0 && packet.sampleCount >= 0,
                "\(packet.lead), \(packet.tail) samples are not heard")
            require((1...4608).contains(packet.decodedCount) && !packet.bytes.isEmpty, "\(packet.sampleCount) samples")
            check(time)
            bytes += packet.bytes.count
            wasDamaged = false
        case .metadata(let metadata, let time):
            require(metadata.kind == .id3 && Id3Tag(metadata.raw) != nil, "no tag")
            check(time)
            bytes += metadata.raw.count
        case .damage:
            require(format != nil && !wasDamaged, "damage before the first packet, or twice")
            wasDamaged = true
        }
    }

    private func check(_ time: MediaTime?) {
        guard let time else { return }
        require(times.contains(time), "\(time)")
    }
}

import RadioFormats

/// Fuzzes the demuxer of transport streams. Input: one byte that decides into which chunks the segment is cut, then the
/// segment. The demuxer gets the segment twice, and keeps its tables and counters between the two.
enum TransportStreamTarget: FuzzTarget {
    static let name = "TransportStream"

    static func run(_ input: UnsafeRawBufferPointer) {
        SegmentRules.run(input) { TransportStreamDemuxer() }
    }
}

/// Fuzzes the reader of AAC in LATM. Input: one byte that decides into which chunks the segment is cut, then elements
/// of LATM, from which the target makes a segment of transport packets.
enum LatmTarget: FuzzTarget {
    static let name = "Latm"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        var stream = [seed] + tables
        // `head` is the header of a PES packet of unknown length with a time stamp.
        var rest = UnsafeRawBufferPointer(rebasing: input[1...])
        var head: [UInt8] = [0, 0, 1, 0xC0, 0, 0, 0x80, 0x80, 5, 0x21, 0, 1, 0, 1]
        var counter: UInt8 = 0
        while !rest.isEmpty || !head.isEmpty {
            let count = min(184 - head.count, rest.count)
            let missing = 184 - head.count - count
            stream += [0x47, head.isEmpty ? 1 : 0x41, 1, (missing > 0 ? 0x30 : 0x10) | counter]
            if missing > 0 { stream += [UInt8(missing - 1)] }
            if missing > 1 { stream += [0] + [UInt8](repeating: 0xFF, count: missing - 2) }
            stream += head
            stream += rest[..<count]
            head = []
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            counter = (counter + 1) & 15
        }
        stream.withUnsafeBytes { SegmentRules.run($0) { TransportStreamDemuxer() } }
    }

    /// A program association table and a program map table with LATM on PID 257. Their checksums are wrong; the demuxer
    /// does not check them.
    private static let tables: [UInt8] = {
        let association: [UInt8] = [0, 0, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, 1, 0xF0, 0, 0, 0, 0, 0]
        let map: [UInt8] = [
            0, 2, 0xB0, 18, 0, 1, 0xC1, 0, 0, 0xE1, 1, 0xF0, 0, 0x11, 0xE1, 1, 0xF0, 0, 0, 0, 0, 0,
        ]
        func packet(_ pid: UInt8, _ payload: [UInt8]) -> [UInt8] {
            [0x47, 0x40 | pid, 0, 0x10] + payload + [UInt8](repeating: 0xFF, count: 184 - payload.count)
        }
        return packet(0, association) + packet(0x10, map)
    }()
}

/// Fuzzes the demuxer of packed audio. Input: one byte that decides into which chunks the segment is cut and chooses
/// the codec, then the segment.
enum PackedAudioTarget: FuzzTarget {
    static let name = "PackedAudio"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let seed = input.first else { return }
        SegmentRules.run(input) { PackedAudioDemuxer(seed & 1 == 0 ? .adts : .mpegAudio) }
    }
}

/// Fuzzes the sniffer that recognises the container of a segment. Input: the first bytes of a segment.
enum SegmentSnifferTarget: FuzzTarget {
    static let name = "SegmentSniffer"

    static func run(_ input: UnsafeRawBufferPointer) {
        require(SegmentSniffer.sniff(input, isComplete: true) != nil, "undecided about all there is")
        // If the sniffer has a result for the first half of the input, there must be a demuxer for the recognised
        // container, or the result must state a problem.
        let half = UnsafeRawBufferPointer(rebasing: input[..<(input.count / 2)])
        if let kind = SegmentSniffer.sniff(half, isComplete: false) {
            require(kind.problem != nil || SegmentDemuxers.demuxer(for: kind) != nil, "\(kind) without a demuxer")
        }
    }
}

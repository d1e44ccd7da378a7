import RadioFormats
import RadioHls

/// Fuzzes the timeline that joins the packets of HLS segments into one stream. Input: a few bytes for each event: the
/// start of a new or repeated segment, or an element of the current segment.
enum SegmentTimelineTarget: FuzzTarget {
    static let name = "SegmentTimeline"

    static func run(_ input: UnsafeRawBufferPointer) {
        var run = Run(source: ByteSource(input))
        while !run.source.isEmpty { run.step() }
    }

    /// The timeline under test, with the plan of its current segment and what the timeline has returned so far.
    private struct Run {
        var source: ByteSource
        var timeline = SegmentTimeline()
        var plan = SegmentPlan(sequence: 0, track: 1, duration: .zero, position: .zero)
        /// True once the timeline got a format, as a demuxer delivers it before the first packet.
        var isFormatSaid = false
        var clock: Int64 = 0
        var packetCount = 0
        var metadataCount = 0
        // What the timeline has returned so far.
        var format: MediaFormat?
        var givenCount = 0
        var toldCount = 0
        var last: SoundPosition?
        var isDiscontinuityOpen = false

        /// The longest time by which the sound of a segment may begin before the segment: the first packet for another
        /// decoder also fills a short gap before the packet.
        static let fill = MediaTime(value: 1, timescale: 5)
        static let rates = [8000, 22_050, 44_100, 48_000]
        static let scales: [Int32] = [90_000, 1, 1000, 44_100, .max]

        mutating func step() {
            let what = source.byte()
            switch what % 8 {
            case 0: begin(what >> 3)
            case 1: format(what >> 3)
            case 2: take(.damage)
            case 3: metadata(what >> 3)
            case 4: move(what >> 3)
            case _: packet(what >> 3)
            }
        }

        mutating func begin(_ what: Int) {
            if what == 31 { timeline.jump() }
            let before = plan
            let kind = source.byte()
            // The new segment is the next one, the same one again, or one with a number from the input.
            let sequence: Int64 =
                switch kind % 4 {
                case 0, 1: before.sequence + 1
                case 2: before.sequence
                case _: Int64(source.byte())
                }
            let position = sequence == before.sequence ? before.position : before.position + before.duration
            plan = SegmentPlan(
                sequence: sequence, track: before.track + (kind & 4) >> 2, duration: seconds(source.byte()),
                position: position, discontinuity: before.discontinuity + Int64(kind & 8))
            plan.part = kind & 16 > 0 ? what % 4 : nil
            plan.isDiscontinuous = kind & 32 > 0
            plan.isTagged = kind & 8 > 0
            plan.skip = kind & 64 > 0 ? seconds(source.byte()) : nil
            plan.wallClock = kind & 128 > 0 ? MediaTime(value: 1_763_000_000, timescale: 1) + position : nil
            for number in 0..<(what % 4) {
                let note = TimedMetadata(kind: .extinf, raw: [UInt8(number), UInt8(kind)])
                plan.notes.append(.init(offset: seconds(number * source.byte()), metadata: note))
                metadataCount += 1
            }
            timeline.begin(plan)
            packetCount = 0
            last = nil
        }

        func seconds(_ byte: Int) -> MediaTime { MediaTime(value: Int64(byte), timescale: byte & 1 > 0 ? 10 : 1000) }

        mutating func format(_ what: Int) {
            isFormatSaid = true
            take(
                .format(
                    MediaFormat(
                        codec: .aac, framing: .adts, sampleRate: Self.rates[what % 4], channelCount: 1 + what >> 2 % 2))
            )
        }

        /// Changes `clock`, from which the time stamps of packets and metadata are made.
        mutating func move(_ what: Int) {
            switch what % 4 {
            case 0: clock = Int64(source.word()) << (what >> 2 & 3 * 8)
            case 1: clock &-= Int64(source.word())
            case 2: clock = (1 << 33) - Int64(source.byte()) * 1000
            case _: clock &+= Int64(source.byte()) << (2 * (what >> 2))
            }
        }

        mutating func time(_ what: Int) -> MediaTime? {
            switch what % 8 {
            case 0: nil
            case 1: MediaTime(value: clock &* 1_000_003, timescale: source.pick(Self.scales))
            case _: MediaTime(value: clock % (1 << 33), timescale: 90_000)
            }
        }

        mutating func packet(_ what: Int) {
            guard isFormatSaid else { return }
            let bytes: [UInt8] = [UInt8(truncatingIfNeeded: clock)]
            let time = time(what)
            bytes.withUnsafeBytes { take(.packet(Packet(bytes: $0, sampleCount: 1024), time: time)) }
            packetCount += 1
            clock &+= 1920
            require(
                timeline.givenPackets + timeline.droppedPackets == packetCount,
                "\(timeline.givenPackets) and \(timeline.droppedPackets) of \(packetCount) packets")
        }

        mutating func metadata(_ what: Int) {
            metadataCount += 1
            take(.metadata(TimedMetadata(kind: .id3, raw: [UInt8(what)]), time: time(what)))
        }

        mutating func take(_ element: SegmentElement) {
            var outputs: [StreamElement] = []
            var primerCount = 0
            timeline.take(element) { output in
                switch output {
                // A packet without samples only prepares a decoder for the next packet. It is not heard.
                case .packet(let packet) where packet.sampleCount == 0: primerCount += 1
                case .packet: outputs.append(.end)
                case .format, .metadata, .position, .discontinuity, .end: outputs.append(output)
                }
            }
            for output in outputs { check(output) }
            require(primerCount <= SegmentTimeline.maximumPrimers, "\(primerCount) primers")
            require(outputs.count <= SegmentTimeline.maximumNotes + 4, "\(outputs.count) at once")
            require(toldCount <= metadataCount, "\(toldCount) of \(metadataCount) metadata")
        }

        /// Checks one element that the timeline returned. A packet is represented by `.end`, because its bytes are
        /// valid only in the timeline's callback.
        mutating func check(_ output: StreamElement) {
            switch output {
            case .format(let format):
                require(format != self.format, "the same format twice")
                self.format = format
            case .discontinuity:
                require(givenCount > 0 && !isDiscontinuityOpen, "a discontinuity before the first packet, or twice")
                isDiscontinuityOpen = true
            case .metadata: toldCount += 1
            case .end, .packet:
                require(format != nil, "a packet without a format")
                require(last != nil || plan.part != nil, "a packet without a position")
                let least = last?.time ?? plan.position - Self.fill
                require(timeline.position >= least, "\(timeline.position)")
                givenCount += 1
                isDiscontinuityOpen = false
            case .position(let position):
                let least = plan.position - Self.fill
                require(position.time >= least, "\(position.time) is before the segment at \(plan.position)")
                if let last { require(position.time >= last.time, "\(position.time) after \(last.time)") }
                require((position.wallClock == nil) == (plan.wallClock == nil), "a wall clock")
                last = position
            }
        }
    }
}

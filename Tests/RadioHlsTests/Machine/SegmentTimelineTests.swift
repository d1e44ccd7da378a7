import RadioFormats
import RadioHls
import Testing

/// A ``SegmentTimeline`` puts the packets of successive segments on one timeline. The tests have a clock that restarts,
/// overlaps, gaps, a change of variant, and metadata.
struct SegmentTimelineTests {
    /// AAC with 1,024 samples per packet at 48 kHz. The tests count time in such packets.
    private static let format = MediaFormat(codec: .aac, framing: .adts, sampleRate: 48_000, channelCount: 2)
    private static func time(_ frame: Int) -> MediaTime { MediaTime(value: Int64(frame) * 1920, timescale: 90_000) }

    /// AAC with 1,024 samples per packet at 24 kHz, which last twice as long as those of `format`.
    private static let slow = MediaFormat(codec: .aac, framing: .adts, sampleRate: 24_000, channelCount: 2)
    private static let layer3 = MediaFormat(
        codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 48_000, channelCount: 2)

    /// A timeline whose output is written as text. A packet is the number in its first byte, with `:n` or `-n` for n
    /// samples that are not heard at its start or end. A packet in brackets only primes a decoder. `f` is a format, `|`
    /// a discontinuity where sound is missing, `¦` another discontinuity, and `<…>` metadata.
    private struct Run {
        var timeline = SegmentTimeline()
        var words: [String] = []
        var positions: [Double] = []

        mutating func begin(
            _ sequence: Int64, track: Int = 1, discontinuity: Int64 = 0, tagged: Bool = false, broken: Bool = false,
            skip: Int? = nil, notes: [(Int, String)] = [], frames: Int = 4,
            format: MediaFormat = SegmentTimelineTests.format
        ) {
            var plan = SegmentPlan(
                sequence: sequence, track: track, duration: time(frames), position: time(Int(sequence) * frames),
                discontinuity: discontinuity)
            plan.isDiscontinuous = broken
            plan.isTagged = tagged
            plan.skip = skip.map(SegmentTimelineTests.time)
            plan.notes = notes.map {
                .init(offset: time($0.0), metadata: TimedMetadata(kind: .extinf, raw: Array($0.1.utf8)))
            }
            timeline.begin(plan)
            take(.format(format))
        }

        mutating func take(_ element: SegmentElement) {
            var words: [String] = []
            var positions: [Double] = []
            timeline.take(element) { output in
                switch output {
                case .packet(let packet):
                    let name = "\(packet.bytes[0])"
                    let lead = packet.lead == 0 ? "" : ":\(packet.lead)"
                    let tail = packet.tail == 0 ? "" : "-\(packet.tail)"
                    words.append(packet.sampleCount == 0 ? "(\(name))" : name + lead + tail)
                case .discontinuity(let isGap): words.append(isGap ? "|" : "¦")
                case .metadata(let metadata):
                    words.append("<\(String(decoding: metadata.raw, as: UTF8.self))>")
                case .format: words.append("f")
                case .end: words.append("end")
                case .position(let position): positions.append(position.time.seconds)
                }
            }
            self.words += words
            self.positions += positions
        }

        mutating func packet(_ name: Int, at time: MediaTime?, lead: Int = 0, tail: Int = 0) {
            withUnsafeBytes(of: UInt8(name)) {
                take(.packet(Packet(bytes: $0, sampleCount: 1024 - lead - tail, lead: lead, tail: tail), time: time))
            }
        }

        /// Feeds two and a half packets of an encoder's delay ("run-up"), which an edit list removes, and the packets
        /// after them up to `last`.
        mutating func runUp(to last: Int) {
            packet(0, at: MediaTime(value: -2560, timescale: 48_000), lead: 1024)
            packet(1, at: MediaTime(value: -1536, timescale: 48_000), lead: 1024)
            packet(2, at: MediaTime(value: -512, timescale: 48_000), lead: 512)
            for frame in 3...last { packet(frame, at: MediaTime(value: Int64(frame) * 1024 - 2560, timescale: 48_000)) }
        }

        /// Feeds packets whose first byte is their number.
        mutating func packets(_ range: Range<Int>, clock: Int = 0, timed: Bool = true) {
            for frame in range { packet(frame, at: timed ? time(frame + clock) : nil) }
        }

        /// Feeds a complete segment.
        mutating func segment(_ sequence: Int64, _ range: Range<Int>, clock: Int = 0, timed: Bool = true) {
            begin(sequence)
            packets(range, clock: clock, timed: timed)
        }

        mutating func metadata(_ text: String, at frame: Int?) {
            take(.metadata(TimedMetadata(kind: .id3, raw: Array(text.utf8)), time: frame.map(time)))
        }

        var text: String { words.joined(separator: " ") }
    }

    private static func expect(_ words: String, _ body: (inout Run) -> Void) {
        var run = Run()
        body(&run)
        #expect(run.text == "f " + words)
    }

    @Test func segmentsFollowEachOther() {
        Self.expect("0 1 2 3 4 5 6 7") {
            $0.segment(0, 0..<4)
            $0.segment(1, 4..<8)
        }
    }

    /// The encoder's delay at the start of a segment is not heard. Its packets only prime the decoder, and the
    /// segment's own sound starts at zero.
    @Test func aRunUpIsNotHeard() {
        var run = Run()
        run.begin(0, notes: [(0, "title")])
        run.runUp(to: 5)
        run.begin(1)
        run.packet(6, at: MediaTime(value: 3584, timescale: 48_000))
        #expect(run.text == "f (0) (1) <title> 2:512 3 4 5 6")
        #expect(run.positions == [0, Self.time(4).seconds])
        #expect(run.timeline.position == Self.time(5))
        #expect(run.timeline.givenPackets == 1)
    }

    /// The encoder's delay comes a second time, and the sound after it was already delivered. Its packets are dropped.
    @Test func aRunUpThatComesAgainIsDropped() {
        Self.expect("(0) (1) 2:512 3 4 5 6 7") {
            $0.begin(0)
            $0.runUp(to: 4)
            // The first download of the segment was cut off, so the segment is fetched again.
            $0.begin(0)
            $0.runUp(to: 6)
            $0.begin(1)
            $0.packet(7, at: MediaTime(value: 4608, timescale: 48_000))
        }
    }

    /// The encoder's delay fills a part or a very short segment completely. It continues in the next one.
    @Test func aRunUpReachesOverSegments() {
        Self.expect("(0) (1) 2:512") {
            $0.begin(0)
            $0.packet(0, at: MediaTime(value: -2560, timescale: 48_000), lead: 1024)
            #expect($0.timeline.droppedPackets == 1)
            $0.begin(1)
            $0.packet(1, at: MediaTime(value: -1536, timescale: 48_000), lead: 1024)
            $0.packet(2, at: MediaTime(value: -512, timescale: 48_000), lead: 512)
        }
    }

    /// Packets after the end of an edit list are dropped. They do not prime the decoder for later sound.
    @Test func whatAnEditListCutsOffAtTheEndIsDropped() {
        Self.expect("0 1 2-600 ¦ 5 6") {
            $0.segment(0, 0..<2)
            $0.packet(2, at: MediaTime(value: 2048, timescale: 48_000), tail: 600)
            $0.packet(3, at: MediaTime(value: 3072, timescale: 48_000), tail: 1024)
            $0.packet(4, at: MediaTime(value: 4096, timescale: 48_000), tail: 1024)
            #expect($0.timeline.droppedPackets == 2 && $0.timeline.givenPackets == 3)
            #expect(abs($0.timeline.position.seconds - 2472.0 / 48_000) < 1e-6)
            $0.begin(1, discontinuity: 1, tagged: true)
            $0.packets(5..<7, clock: 900)
        }
    }

    /// The playlist counts one discontinuity less than before, because the tag was removed. The time stamps show that
    /// the segment is the one before under another number, and that the next one continues it.
    @Test func aDiscontinuityThatIsTakenBackIsNone() {
        Self.expect("0 1 | 4 5 6 7") {
            $0.segment(0, 0..<2)
            $0.begin(1, discontinuity: 1)
            $0.packets(4..<6)
            $0.begin(2)
            $0.packets(4..<6)
            #expect($0.timeline.givenPackets == 0)
            $0.begin(3)
            $0.packets(6..<8)
        }
    }

    @Test func withoutTimesTheyFollowEachOtherToo() {
        Self.expect("0 1 2 3 4 5") {
            $0.segment(0, 0..<3, timed: false)
            $0.segment(1, 3..<6, timed: false)
        }
    }

    /// The 33-bit clock of the time stamps restarts after 26.5 hours. The sound continues.
    @Test func theClockRollsOver() {
        let end = (Int64(1) << 33)
        Self.expect("0 1 2 3 4 5 6 7") { run in
            for frame in 0..<8 {
                if frame % 4 == 0 { run.begin(Int64(frame / 4)) }
                let ticks = (end - 2 * 1920 + Int64(frame) * 1920) % end
                run.packet(frame, at: MediaTime(value: ticks, timescale: 90_000))
            }
        }
    }

    @Test func whatWasGivenIsDropped() {
        // The second segment repeats the last packet of the first, with a time stamp that is rounded differently. The
        // packet is delivered once.
        Self.expect("0 1 2 3 4 5") {
            $0.segment(0, 0..<4)
            $0.begin(1)
            $0.packet(3, at: Self.time(3) + MediaTime(value: 40, timescale: 90_000))
            $0.packets(4..<6)
        }
        // The second segment was cut off and is fetched again, with and without time stamps. Its first packets are
        // delivered once.
        for timed in [true, false] {
            Self.expect("0 1 2 3 4 5 6 7") {
                $0.segment(0, 0..<4, timed: timed)
                $0.segment(1, 4..<6, timed: timed)
                $0.segment(1, 4..<8, timed: timed)
            }
        }
    }

    @Test func anotherVariantGoesOnFrameByFrame() {
        // The new variant's segment starts two packets before the sound that is missing. These packets are dropped.
        Self.expect("0 1 2 3 4 5 6 7") {
            $0.segment(0, 0..<4)
            $0.begin(1, track: 2)
            $0.packets(2..<8)
        }
        // Half of the segment was delivered from the old variant before the switch. The other half comes from the new
        // one.
        Self.expect("0 1 2 3 4 5 6 7 8 9") {
            $0.segment(0, 0..<4)
            $0.segment(1, 4..<6)
            $0.begin(1, track: 2)
            $0.packets(4..<8)
            $0.begin(2, track: 2)
            $0.packets(8..<10)
        }
    }

    /// Another codec's decoder takes over after a switch. Sound that was already delivered is left out to the exact
    /// sample, and the packets before it prime the new decoder.
    @Test func anotherDecoderBeginsAtItsExactPlace() {
        Self.expect("0 1 2 3 f (10) 11:512 12") {
            $0.segment(0, 0..<4)
            $0.begin(0, track: 2, format: Self.slow)
            for packet in 0..<3 { $0.packet(10 + packet, at: Self.time(1 + 2 * packet)) }
        }
        // The time stamps of the new variant are rounded, and its packets still follow without a gap.
        Self.expect("0 1 2 3 f (10) 11 12") {
            $0.segment(0, 0..<4)
            $0.begin(1, track: 2, format: Self.slow)
            for packet in 0..<3 {
                $0.packet(10 + packet, at: Self.time(2 + 2 * packet) - MediaTime(value: 20, timescale: 90_000))
            }
        }
        // The new variant's segment starts 900 units of 1/90,000 s after the end of the old sound: 480 samples at 48
        // kHz, or 240 samples of the new variant. The renderer must fill this gap.
        Self.expect("0 1 2 3 f 10:-240 11") {
            $0.segment(0, 0..<4)
            $0.begin(1, track: 2, format: Self.slow)
            for packet in 0..<2 {
                $0.packet(10 + packet, at: Self.time(4 + 2 * packet) + MediaTime(value: 900, timescale: 90_000))
            }
        }
        // The gap between the old and the new variant is too long to be filled, so there is a discontinuity.
        Self.expect("0 1 2 3 | f 10 11") {
            $0.segment(0, 0..<4)
            $0.begin(1, track: 2, format: Self.slow)
            for packet in 0..<2 { $0.packet(10 + packet, at: Self.time(20 + 2 * packet)) }
        }
        var run = Run()
        run.segment(0, 0..<4)
        run.begin(0, track: 2, format: Self.slow)
        for packet in 0..<3 { run.packet(10 + packet, at: Self.time(1 + 2 * packet)) }
        // The segment of the new variant begins one packet later than that of the old one. The position counts from the
        // start of the segment.
        #expect(run.timeline.position == Self.time(6))
    }

    /// MP3 frames refer to bytes of earlier frames. After a switch, earlier frames of the new variant therefore prime
    /// its decoder.
    @Test func theBitReservoirIsPrimed() {
        Self.expect("0 1 2 3 ¦ (2) (3) 4 5 6") {
            $0.begin(0, format: Self.layer3)
            $0.packets(0..<4)
            $0.begin(1, track: 2, format: Self.layer3)
            $0.packets(2..<6)
            $0.begin(2, track: 2, format: Self.layer3)
            $0.packets(6..<7)
        }
        // Forty earlier packets are available. Only the newest few of them prime the decoder.
        var run = Run()
        run.begin(0, format: Self.layer3)
        run.packets(0..<40)
        run.begin(0, track: 2, format: Self.layer3)
        run.packets(0..<41)
        let primers = (40 - SegmentTimeline.maximumPrimers..<40).map { "(\($0))" }
        #expect(run.words.suffix(2 + primers.count) == ["¦"] + primers + ["40"])
    }

    @Test func whatIsMissingIsADiscontinuity() {
        Self.expect("0 1 2 3 | 6 7") {
            $0.segment(0, 0..<4)
            $0.segment(1, 6..<8)
        }
        Self.expect("0 1 | 2 3") {
            $0.segment(0, 0..<2)
            $0.take(.damage)
            $0.packets(2..<4)
        }
        // One segment is missing.
        Self.expect("0 1 2 3 | 8 9") {
            $0.segment(0, 0..<4)
            $0.begin(2, broken: true)
            $0.packets(8..<10)
        }
    }

    @Test func aDiscontinuityHasItsOwnClock() {
        Self.expect("0 1 2 3 ¦ 4 5") {
            $0.segment(0, 0..<4)
            $0.begin(1, discontinuity: 1, tagged: true)
            $0.packets(4..<6, clock: -4)
        }
        // The tag has left the playlist, and the server does not count it: the number falls back.
        Self.expect("0 1 2 3 4 5") {
            $0.begin(0, discontinuity: 1)
            $0.packets(0..<4)
            $0.begin(1, discontinuity: 0)
            $0.packets(4..<6)
        }
        // A segment is missing, and a tag stands before the next one.
        Self.expect("0 1 2 3 | 8 9") {
            $0.segment(0, 0..<4)
            $0.begin(2, discontinuity: 1, tagged: true, broken: true)
            $0.packets(8..<10)
        }
        // The encoder has restarted its time stamps, without a tag EXT-X-DISCONTINUITY in the playlist.
        Self.expect("200 201 ¦ 2 3") {
            $0.segment(0, 200..<202)
            $0.segment(1, 2..<4)
        }
    }

    @Test func aJitterIsNoDiscontinuity() {
        Self.expect("0 1 2 3") {
            $0.begin(0)
            for frame in 0..<4 {
                $0.packet(frame, at: Self.time(frame) + MediaTime(value: frame % 2 == 0 ? 0 : 900, timescale: 90_000))
            }
        }
    }

    @Test func aStartInTheMiddleIsExact() {
        var run = Run()
        run.begin(3, skip: 2)
        run.packets(12..<16)
        #expect(run.text == "f 14 15")
        #expect(run.positions == [Self.time(14).seconds])
    }

    @Test func aFormatWithoutPacketsIsNotTold() {
        var run = Run()
        run.segment(0, 0..<4)
        run.begin(0, track: 2)
        run.take(.format(MediaFormat(codec: .aac, framing: .adts, sampleRate: 44_100, channelCount: 2)))
        run.packet(2, at: Self.time(2))
        #expect(run.text == "f 0 1 2 3")
    }

    // MARK: Metadata

    @Test func metadataWaitsForItsPacket() {
        Self.expect("0 1 <B> 2 3 <C> 4") {
            $0.begin(0)
            $0.metadata("C", at: 4)
            $0.metadata("B", at: 2)
            $0.packets(0..<4)
            $0.segment(1, 4..<5)
        }
        // Metadata that belongs to a packet that was already delivered is delivered before the next packet.
        Self.expect("0 1 <A> 2") {
            $0.segment(0, 0..<2)
            $0.metadata("A", at: 0)
            $0.packets(2..<3)
        }
        Self.expect("<A> 0 <B> 1") {
            $0.begin(0)
            $0.metadata("A", at: nil)
            $0.packets(0..<1)
            $0.metadata("B", at: nil)
            $0.packets(1..<2)
        }
    }

    @Test func metadataOfASegmentThatComesAgainIsToldOnce() {
        Self.expect("<N> 0 <A> 1 2 3") {
            $0.begin(0, notes: [(0, "N")])
            $0.metadata("A", at: 1)
            $0.packets(0..<2)
            $0.begin(0, notes: [(0, "N")])
            $0.metadata("A", at: 1)
            $0.packets(0..<4)
        }
    }

    @Test func notesStandAtTheirOffset() {
        Self.expect("0 1 2 3 <N> 4 5 <M> 6") {
            $0.segment(0, 0..<4)
            $0.begin(1, notes: [(0, "N"), (2, "M")])
            $0.packets(4..<7)
        }
    }

    /// Within a segment, the time stamps restart or leap, without a tag EXT-X-DISCONTINUITY. The positions continue.
    @Test func aClockThatLeapsInTheSegmentKeepsItsPlace() {
        for clock in [-200, 100_000] {
            var run = Run()
            run.begin(5, frames: 8)
            run.packets(200..<204)
            run.packets(204..<206, clock: clock)
            #expect(run.text == "f 200 201 202 203 \(clock < 0 ? "¦" : "|") 204 205")
            #expect(run.positions == [Self.time(40).seconds, Self.time(44).seconds])
            #expect(run.timeline.position == Self.time(46))
        }
        // Twenty packets are missing within a segment. The positions count their time.
        var run = Run()
        run.begin(5, frames: 40)
        run.packets(0..<2)
        run.packets(22..<23)
        #expect(run.positions == [Self.time(200).seconds, Self.time(222).seconds])
    }

    @Test func positionsFollowThePresentation() {
        var run = Run()
        run.segment(5, 0..<4, clock: 1000)
        run.segment(6, 4..<8, clock: 1000)
        #expect(run.positions == [Self.time(20).seconds, Self.time(24).seconds])
        #expect(run.timeline.position == Self.time(28))
    }
}

import RadioFormats
import TestSupport
import Testing

@Suite struct Fmp4DemuxerTests {
    /// The AudioSpecificConfig of AAC-LC, 44.1 kHz, stereo (ISO/IEC 14496-3 §1.6.2.1).
    static let config: [UInt8] = [0x12, 0x10]
    static let format = RecordedEvent.format(
        MediaFormat(
            codec: .aac, framing: .raw(audioSpecificConfig: config), sampleRate: 44_100, channelCount: 2))

    static func initialization(_ change: (inout Mp4Maker.Track) -> Void = { _ in }) -> [UInt8] {
        var track = Mp4Maker.Track(Mp4Maker.mp4a(config))
        change(&track)
        return Mp4Maker.initialization([track])
    }

    /// Feeds the input several times, cut into random chunks. Fails unless the events are the same each time, and
    /// returns them.
    static func events(_ input: [UInt8], seed: UInt64 = 1) throws -> [RecordedEvent] {
        try ParserVerifier.verify(segments: [input], seed: seed) { Fmp4Demuxer() }
    }

    /// Feeds each of `segments` as one segment, and returns the events of each.
    static func events(segments: [[UInt8]], _ demuxer: inout Fmp4Demuxer) -> [[RecordedEvent]] {
        segments.map { segment in
            var events: [RecordedEvent] = []
            segment.withUnsafeBytes { demuxer.feed($0) { events.append(RecordedEvent($0)) } }
            demuxer.finish { events.append(RecordedEvent($0)) }
            return events
        }
    }

    static func samples(_ count: Int, seed: UInt64 = 1) -> [[UInt8]] {
        var maker = FrameMaker(seed: seed)
        return (0..<count).map { maker.anyBytes(20 + 31 * $0) }
    }

    /// Returns the packets that the demuxer must deliver for successive MP4 samples.
    static func packets(_ samples: [[UInt8]], from start: Int64, step: Int64 = 1024, timescale: Int32 = 44_100)
        -> [RecordedEvent]
    {
        samples.enumerated().map {
            .segmentPacket(
                $1, sampleCount: 1024, time: MediaTime(value: start + Int64($0) * step, timescale: timescale))
        }
    }

    // MARK: Fragments

    @Test func `samples in their order, with exact times`() throws {
        let samples = Self.samples(5)
        let input = Self.initialization() + Mp4Fragment(samples, time: 44_100 * 86_400 * 365).bytes
        #expect(try Self.events(input) == [Self.format] + Self.packets(samples, from: 44_100 * 86_400 * 365))
    }

    @Test func `times keep the track's timescale`() throws {
        var times: [MediaTime] = []
        let input = Self.initialization { $0.timescale = 90_000 } + Mp4Fragment(Self.samples(3), time: 7).bytes
        var demuxer = Fmp4Demuxer()
        input.withUnsafeBytes { bytes in
            demuxer.feed(bytes) { if case .packet(_, let time?) = $0 { times.append(time) } }
        }
        #expect(times.map(\.value) == [7, 1031, 2055])
        #expect(times.allSatisfy { $0.timescale == 90_000 })
    }

    @Test func `segments follow their initialization section`() {
        let samples = Self.samples(6)
        let styp = Mp4Maker.box("styp", Array("msdh\0\0\0\0msdh".utf8))
        let sidx = Mp4Maker.fullBox("sidx", [UInt8](repeating: 1, count: 40))
        let prft = Mp4Maker.fullBox("prft", [UInt8](repeating: 1, count: 20))
        var demuxer = Fmp4Demuxer()
        let events = Self.events(
            segments: [
                Self.initialization(), styp + sidx + prft + Mp4Fragment(Array(samples[..<3]), time: 5000).bytes,
                // The segment has two fragments and no box for the segment type (`styp`).
                Mp4Fragment([samples[3]], time: 8072).bytes + Mp4Fragment(Array(samples[4...]), time: 9096).bytes,
            ], &demuxer)
        #expect(events[0].isEmpty)
        #expect(events[1] == [Self.format] + Self.packets(Array(samples[..<3]), from: 5000))
        #expect(events[2] == Self.packets(Array(samples[3...]), from: 8072))
        #expect(demuxer.problem == nil)
    }

    /// One of the ways in which a packager may write the same fragment. In some of them, a value is only stated in the
    /// initialization section (`trex` box; ISO/IEC 14496-12 §8.8.3, §8.8.7, §8.8.8).
    struct Form: CustomTestStringConvertible {
        var testDescription: String
        var initialize: @Sendable (inout Mp4Maker.Track) -> Void = { _ in }
        var equal = false
        var change: @Sendable (inout Mp4Fragment) -> Void
    }

    static let forms: [Form] = [
        Form(testDescription: "durations in the run") {
            $0.tracks[0].defaultDuration = nil
            $0.tracks[0].runs[0].durations = [1024, 1024, 1024, 1024]
        },
        Form(testDescription: "durations in trex", initialize: { $0.defaults.duration = 1024 }) {
            $0.tracks[0].defaultDuration = nil
        },
        // No box states how long a sample lasts, so the frame duration of the codec is used.
        Form(testDescription: "no durations") { $0.tracks[0].defaultDuration = nil },
        Form(testDescription: "sizes in tfhd", equal: true) {
            $0.tracks[0].defaultSize = 40
            $0.tracks[0].runs[0].hasSizes = false
        },
        Form(testDescription: "sizes in trex", initialize: { $0.defaults.size = 40 }, equal: true) {
            $0.tracks[0].runs[0].hasSizes = false
        },
        Form(testDescription: "all fields") {
            $0.tracks[0].hasDefaultFlags = true
            $0.tracks[0].entry = 1
            $0.tracks[0].runs[0].hasFlags = true
            $0.tracks[0].runs[0].hasFirstFlags = true
            $0.tracks[0].runs[0].offsets = [0, 0, 0, 0]
            $0.tracks[0].runs[0].durations = [1024, 1024, 1024, 1024]
        },
        Form(testDescription: "32-bit times") { $0.tracks[0].isLongTime = false },
        Form(testDescription: "offsets from the file") { $0.base = .file(UInt64(initialization().count)) },
        Form(testDescription: "offsets from the data") { fragment in
            let head = fragment.bytes.count - fragment.tracks[0].runs[0].samples.reduce(0) { $0 + $1.count }
            // An explicit base offset makes the `tfhd` box eight bytes longer, so the data begins eight bytes later.
            fragment.base = .data(UInt64(initialization().count + head + 8))
        },
        // The segment was cut out of a larger file. Its offsets count from the start of that file.
        Form(testDescription: "offsets from a file that is not ours") { $0.base = .file(5_000_000) },
        Form(testDescription: "offsets from the data of a file that is not ours") { $0.base = .data(5_000_000) },
        Form(testDescription: "implied offsets") { $0.base = .implied },
        Form(testDescription: "64-bit size of mdat") { $0.isLong = true },
        Form(testDescription: "mdat to the end") { $0.isOpen = true },
        Form(testDescription: "bytes before and behind the samples") {
            $0.tracks[0].runs[0].gap = 77
            $0.trailing = [UInt8](repeating: 3, count: 99)
        },
        Form(testDescription: "boxes between moof and mdat") {
            $0.between = Mp4Maker.box("free", [1, 2, 3]) + Mp4Maker.longBox("uuid", [UInt8](repeating: 9, count: 60))
        },
        Form(testDescription: "several runs") {
            let samples = $0.tracks[0].runs[0].samples
            $0.tracks[0].runs = [
                .init(Array(samples[..<1])), .init(Array(samples[1..<3])), .init(Array(samples[3...])),
            ]
            $0.tracks[0].runs[1].gap = 13
            // The third run states no offset of its data. Its samples follow those of the second run.
            $0.tracks[0].runs[2].hasDataOffset = false
        },
        Form(testDescription: "several fragments of the track") {
            let samples = $0.tracks[0].runs[0].samples
            $0.tracks[0].runs[0].samples = Array(samples[..<2])
            $0.tracks.append($0.tracks[0])
            $0.tracks[1].runs[0].samples = Array(samples[2...])
            $0.tracks[1].time = 3048
        },
        Form(testDescription: "video before and between") { fragment in
            var video = Mp4Fragment.Track([.init([[UInt8](repeating: 0x55, count: 5000), [1]])], time: 1)
            video.id = 2
            video.runs[0].hasFlags = true
            let samples = fragment.tracks[0].runs[0].samples
            var first = fragment.tracks[0]
            first.runs[0].samples = Array(samples[..<2])
            var second = fragment.tracks[0]
            second.runs[0].samples = Array(samples[2...])
            second.time = 3048
            fragment.tracks = [video, first, video, second]
        },
        Form(testDescription: "video with implied offsets") { fragment in
            var video = Mp4Fragment.Track([.init([[UInt8](repeating: 0x55, count: 5000), [1]])], time: 1)
            video.id = 2
            video.runs[0].hasDataOffset = false
            fragment.tracks[0].runs[0].hasDataOffset = false
            // The run of the video states where its data is. Without this offset, the data would begin at the `moof`
            // box.
            fragment.base = .implied
            var first = video
            first.runs[0].hasDataOffset = true
            fragment.tracks = [first, fragment.tracks[0]]
        },
    ]

    @Test(arguments: forms) func `every form`(_ form: Form) throws {
        let samples = form.equal ? Self.samples(4).map { Array(($0 + $0 + $0).prefix(40)) } : Self.samples(4)
        var fragment = Mp4Fragment(samples, time: 1000)
        form.change(&fragment)
        let input = Self.initialization(form.initialize) + fragment.bytes
        #expect(try Self.events(input) == [Self.format] + Self.packets(samples, from: 1000))
    }

    @Test func `a fragment without a time continues the one before, in its segment only`() throws {
        let samples = Self.samples(4)
        let fragments = samples.map { Mp4Fragment([$0], time: nil).bytes }
        // A fragment that states no time, in the same segment as its initialization section, begins at zero.
        #expect(
            try Self.events(Self.initialization() + fragments[0] + fragments[1])
                == [Self.format] + Self.packets(Array(samples[..<2]), from: 0))
        var demuxer = Fmp4Demuxer()
        let events = Self.events(
            segments: [
                Self.initialization(), Mp4Fragment([samples[0]], time: 500).bytes + fragments[1], fragments[2],
            ], &demuxer)
        #expect(events[1] == [Self.format] + Self.packets(Array(samples[..<2]), from: 500))
        #expect(events[2] == [.segmentPacket(samples[2], sampleCount: 1024, time: nil)])
    }

    @Test func `composition offsets move the times`() throws {
        let samples = Self.samples(2)
        var fragment = Mp4Fragment(samples, time: 1000)
        fragment.tracks[0].runs[0].offsets = [24, -1000]
        let events = try Self.events(Self.initialization() + fragment.bytes)
        #expect(
            events[1...] == [
                .segmentPacket(samples[0], sampleCount: 1024, time: MediaTime(value: 1024, timescale: 44_100)),
                .segmentPacket(samples[1], sampleCount: 1024, time: MediaTime(value: 1024, timescale: 44_100)),
            ])
    }

    /// An edit list shifts the times by an encoder's delay. All packets are still delivered, the first ones with
    /// negative times.
    @Test(
        arguments: [
            ([(0, 1024)], -1024), ([(0, 2112)], -2112), ([(5000, 0)], 0),
            // The edit list begins with half a second of silence, in milliseconds (the movie's timescale).
            ([(500, -1), (0, 1024)], 22_050 - 1024), ([(500, -1), (250, -1), (0, 0)], 33_075),
            // The edit list has several edits with media. Only the first of them is used.
            ([(100, 64), (100, 9000)], -64), ([(500, -1)], 0),
        ] as [([(UInt64, Int64)], Int64)])
    func `edit lists`(_ edits: [(UInt64, Int64)], _ first: Int64) throws {
        for isLong in [false, true] {
            let samples = Self.samples(3)
            let initialization = Self.initialization {
                $0.edits = edits.map { (duration: $0.0, start: $0.1) }
                $0.isLong = isLong
            }
            let events = try Self.events(initialization + Mp4Fragment(samples).bytes)
            #expect(events == [Self.format] + Self.packets(samples, from: first))
        }
    }

    /// An edit list begins within the sound. The sound before its start is decoded but not heard.
    @Test(
        arguments: [
            ([(0, 0)], [0, 0, 0, 0]), ([(0, 1)], [1, 0, 0, 0]), ([(0, 1024)], [1024, 0, 0, 0]),
            ([(0, 2112)], [1024, 1024, 64, 0]), ([(0, 9000)], [1024, 1024, 1024, 1024]),
            // An edit that begins up to a second within the sound is taken for an encoder's delay. One that begins
            // later is not.
            ([(0, 44_100)], [1024, 1024, 1024, 1024]), ([(0, 44_101)], [0, 0, 0, 0]),
            // The edit list begins with silence, then with sound after an encoder's delay.
            ([(500, -1), (0, 1100)], [1024, 76, 0, 0]),
        ] as [([(UInt64, Int64)], [Int])])
    func `an encoder's delay is not heard`(_ edits: [(UInt64, Int64)], _ expected: [Int]) {
        // With a timescale of 90,000, times are rounded to samples.
        for (timescale, step) in [(44_100, 1024), (90_000, 2090)] as [(Int64, UInt32)] {
            let input =
                Self.initialization {
                    $0.timescale = UInt32(timescale)
                    $0.edits = edits.map { ($0.0, $0.1 < 0 ? -1 : ($0.1 * timescale + 22_050) / 44_100) }
                } + Mp4Fragment(Self.samples(4), duration: step).bytes
            var demuxer = Fmp4Demuxer()
            var found: [Int] = []
            input.withUnsafeBytes { bytes in
                demuxer.feed(bytes) {
                    guard case .packet(let packet, _) = $0 else { return }
                    #expect(packet.decodedCount == 1024)
                    found.append(packet.lead)
                }
            }
            #expect(found.count == expected.count)
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= (timescale == 44_100 ? 0 : 1) }, "\(found)")
        }
    }

    /// An edit list ends before the sound. If the movie states its length, the sound after the end is decoded but not
    /// heard.
    @Test(
        arguments: [
            ([(4096, 0)], [1024, 1024, 1024, 1024]), ([(3000, 0)], [1024, 1024, 952, 0]), ([(1, 0)], [1, 0, 0, 0]),
            ([(3000, 1024)], [0, 1024, 1024, 952]), ([(500, 1100)], [0, 500, 0, 0]),
            // The edit has no length, so nothing is cut off at the end.
            ([(0, 1024)], [0, 1024, 1024, 1024]),
            // An edit that lasts longer than the movie, and edit lists whose first or last edit is empty.
            ([(9000, 0)], [1024, 1024, 1024, 1024]), ([(1000, -1), (3000, 0)], [1024, 1024, 952, 0]),
            ([(3000, 0), (1000, -1)], [1024, 1024, 952, 0]),
            // The edit list has a second edit with media, which is ignored.
            ([(1000, 0), (500, 2000)], [1024, 1024, 1024, 1024]),
            // The duration of the edit is impossible, so nothing is cut off at the end.
            ([(UInt64(UInt32.max), 5)], [1019, 1024, 1024, 1024]),
        ] as [([(UInt64, Int64)], [Int])])
    func `an edit list's end`(_ edits: [(UInt64, Int64)], _ expected: [Int]) {
        for (isLong, length) in [(false, 4096), (true, 4096), (false, 0), (true, nil)] as [(Bool, UInt64?)] {
            let input =
                Mp4Maker.initialization(
                    [
                        {
                            var track = Mp4Maker.Track(Mp4Maker.mp4a([0x12, 0x10]))
                            track.edits = edits.map { (duration: $0.0, start: $0.1) }
                            track.isLong = isLong
                            return track
                        }()
                    ], movieTimescale: 44_100, fragmentDuration: length) + Mp4Fragment(Self.samples(4)).bytes
            var demuxer = Fmp4Demuxer()
            var found: [Int] = []
            var decoded = 0
            input.withUnsafeBytes { bytes in
                demuxer.feed(bytes) {
                    guard case .packet(let packet, _) = $0 else { return }
                    #expect(packet.decodedCount == 1024)
                    found.append(packet.sampleCount)
                    decoded += packet.sampleCount + packet.tail
                }
            }
            // A movie that states its length ends where its edit list ends. A live stream states no length, so nothing
            // is cut off.
            if length ?? 0 > 0 { #expect(found == expected) } else { #expect(found.reduce(0, +) == decoded) }
            #expect(demuxer.problem == nil)
        }
    }

    @Test func `samples of no bytes only pass time`() throws {
        let samples = Self.samples(3)
        let input = Self.initialization() + Mp4Fragment([samples[0], [], [], samples[1]]).bytes
        #expect(
            try Self.events(input)
                == [Self.format] + Self.packets([samples[0]], from: 0) + Self.packets([samples[1]], from: 3072))
    }

    @Test func `a new initialization section is a new format, the same again is none`() throws {
        let samples = Self.samples(3)
        var other = Mp4Maker.Track(Mp4Maker.mp4a([0x13, 0x88], rate: 22_050))
        other.timescale = 22_050
        let input =
            Self.initialization() + Mp4Fragment([samples[0]], time: 10).bytes + Self.initialization()
            + Mp4Fragment([samples[1]], time: 20).bytes + Mp4Maker.initialization([other])
            + Mp4Fragment([samples[2]], time: 30).bytes
        let format = MediaFormat(
            codec: .aac, framing: .raw(audioSpecificConfig: [0x13, 0x88]), sampleRate: 22_050, channelCount: 1)
        #expect(
            try Self.events(input)
                == [Self.format] + Self.packets([samples[0]], from: 10) + Self.packets([samples[1]], from: 20)
                + [.format(format)] + Self.packets([samples[2]], from: 30, timescale: 22_050))
    }

    @Test func `frames of 960 samples`() throws {
        // The configuration of AAC-LC, 44.1 kHz, stereo, with the bit `frameLengthFlag`, which means 960 samples per
        // frame.
        let input =
            Mp4Maker.initialization([Mp4Maker.Track(Mp4Maker.mp4a([0x12, 0x14]))])
            + Mp4Fragment(Self.samples(1), duration: nil).bytes
        #expect(try Self.events(input).last == .segmentPacket(Self.samples(1)[0], sampleCount: 960, time: .zero))
    }

    // MARK: MPEG audio

    @Test(arguments: [
        Mp4Maker.mp4a([], objectType: 0x6B), Mp4Maker.mp4a([], objectType: 0x69), Mp4Maker.entry(".mp3", []),
    ])
    func `MP3 in MP4`(_ entry: [UInt8]) throws {
        var maker = FrameMaker(seed: 3)
        let frames = (0..<4).map { _ in maker.mpegFrame(FrameMaker.mpegHeader()) }
        // Packagers for QuickTime put several MPEG frames into one MP4 sample.
        let input =
            Mp4Maker.initialization([Mp4Maker.Track(entry)])
            + Mp4Fragment([frames[0], frames[1] + frames[2], frames[3] + [0, 0]], duration: 1152).bytes
        let format = MediaFormat(codec: .mpegLayer3, framing: .mpegAudio, sampleRate: 44_100, channelCount: 2)
        let times: [Int64] = [0, 1152, 2304, 2304]
        #expect(
            try Self.events(input)
                == [.format(format)]
                + zip(frames, times).map {
                    .segmentPacket($0, sampleCount: 1152, time: MediaTime(value: $1, timescale: 44_100))
                })
    }

    @Test func `what is no MPEG audio is damage`() throws {
        var maker = FrameMaker(seed: 4)
        let frames = (0..<2).map { _ in maker.mpegFrame(FrameMaker.mpegHeader()) }
        let initialization = Mp4Maker.initialization([Mp4Maker.Track(Mp4Maker.entry(".mp3", []))])
        let events = try Self.events(initialization + Mp4Fragment([frames[0], maker.noise(300), frames[1]]).bytes)
        #expect(events.count == 4)
        #expect(events[2] == .damage)
        var demuxer = Fmp4Demuxer()
        _ = Self.events(segments: [initialization, Mp4Fragment([maker.noise(300)]).bytes], &demuxer)
        #expect(demuxer.problem == .damaged("MP4 samples that are not MPEG audio"))
    }
}

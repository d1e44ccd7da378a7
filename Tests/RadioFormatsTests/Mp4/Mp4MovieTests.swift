import RadioFormats
import TestSupport
import Testing

/// How the demuxer reads the tracks of an initialization section.
@Suite struct Mp4MovieTests {
    static let config = Fmp4DemuxerTests.config

    /// Feeds an initialization section with these tracks, and a fragment with these frames. Returns the format of the
    /// first packet, and the problem of the segment, if any.
    static func reading(_ tracks: [Mp4Maker.Track], id: UInt32 = 1, frames: [[UInt8]] = [[1, 2, 3]]) throws
        -> (format: MediaFormat?, problem: SegmentProblem?)
    {
        var fragment = Mp4Fragment(frames)
        fragment.tracks[0].id = id
        let input = Mp4Maker.initialization(tracks) + fragment.bytes
        try ParserVerifier.verify(segments: [input]) { Fmp4Demuxer() }
        var demuxer = Fmp4Demuxer()
        var format: MediaFormat?
        input.withUnsafeBytes { demuxer.feed($0) { if case .format(let found) = $0 { format = found } } }
        demuxer.finish { _ in }
        return (format, demuxer.problem)
    }

    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var entry: [UInt8]
        var entryVersion: UInt8 = 0
        var config: [UInt8] = Mp4MovieTests.config
        var rate = 44_100
        var channels = 2
    }

    @Test(arguments: [
        Row(testDescription: "ISO", entry: Mp4Maker.mp4a(config)),
        Row(testDescription: "ISO version 1", entry: Mp4Maker.mp4a(config, version: .iso1), entryVersion: 1),
        // The sample descriptions 1 and 2 of the QuickTime File Format.
        Row(testDescription: "QuickTime 1", entry: Mp4Maker.mp4a(config, version: .quickTime1)),
        Row(testDescription: "QuickTime 2", entry: Mp4Maker.mp4a(config, version: .quickTime2)),
        Row(testDescription: "wave", entry: Mp4Maker.mp4a(config, version: .quickTime1, isInWave: true)),
        Row(
            testDescription: "short lengths",
            entry: Mp4Maker.entry("mp4a", Mp4Maker.streamDescription(config, lengthWidth: 1))),
        Row(
            testDescription: "all of the outer descriptor",
            entry: Mp4Maker.entry("mp4a", Mp4Maker.streamDescription(config, lengthWidth: 2, hasAll: true))),
        Row(
            testDescription: "boxes around it",
            entry: Mp4Maker.entry(
                "mp4a",
                Mp4Maker.box("btrt", [UInt8](repeating: 0, count: 12)) + Mp4Maker.streamDescription(config)
                    + Mp4Maker.box("chan", [1, 2, 3]))),
        // The AudioSpecificConfig and the sample entry disagree. The AudioSpecificConfig counts.
        Row(testDescription: "wrong entry", entry: Mp4Maker.mp4a(config, channels: 6, rate: 8000)),
        // HE-AAC that is signalled explicitly: the core decoder has 22.05 kHz, and spectral band replication doubles
        // this to 44.1 kHz. The format states the rate of the core decoder.
        Row(
            testDescription: "HE-AAC", entry: Mp4Maker.mp4a([0x2B, 0x92, 0x08, 0x00]),
            config: [0x2B, 0x92, 0x08, 0x00], rate: 22_050, channels: 2),
        // HE-AAC version 2 has the object type 29 and one channel in the core decoder.
        Row(
            testDescription: "HE-AAC v2", entry: Mp4Maker.mp4a([0xEB, 0x8A, 0x08, 0x00]),
            config: [0xEB, 0x8A, 0x08, 0x00], rate: 22_050, channels: 1),
        // MPEG-2 AAC (ISO/IEC 13818-7), with and without an AudioSpecificConfig. Without one, the sample entry counts.
        Row(testDescription: "MPEG-2 LC", entry: Mp4Maker.mp4a(config, objectType: 0x67)),
        Row(
            testDescription: "MPEG-2 LC without configuration",
            entry: Mp4Maker.mp4a([], objectType: 0x67, channels: 1, rate: 48_000), config: [0x11, 0x88],
            rate: 48_000, channels: 1),
    ])
    func `entries that are played`(_ row: Row) throws {
        var track = Mp4Maker.Track(row.entry)
        track.entryVersion = row.entryVersion
        let reading = try Self.reading([track])
        #expect(
            reading.format
                == MediaFormat(
                    codec: .aac, framing: .raw(audioSpecificConfig: row.config), sampleRate: row.rate,
                    channelCount: row.channels))
        #expect(reading.problem == nil)
    }

    /// A STREAMINFO block: 4,096 samples per block, 44.1 kHz, two channels, 16 bits, 44,100 samples.
    static let streamInfo: [UInt8] =
        [16, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0, 0, 0, 0xAC, 0x44] + [UInt8](repeating: 7, count: 16)
    /// Fields of an Opus sample entry: a pre-skip of 312 samples, an original rate of 44.1 kHz, and a gain of -1 dB.
    static let opusFields: [UInt8] = [0x01, 0x38, 0, 0, 0xAC, 0x44, 0xFF, 0x00]

    /// The frame's own header states how many samples it has. This number counts, and not the fragment's.
    @Test func `FLAC entries`() throws {
        let entry = Mp4Maker.entry("fLaC", Mp4Maker.fullBox("dfLa", [0x80, 0, 0, 34], Self.streamInfo))
        // The header of frame 0, with 4,096 samples at 44.1 kHz in two channels of 16 bits.
        let frame: [UInt8] = [0xFF, 0xF8, 0xC9, 0x18, 0x00, 0xC2, 1, 2, 3]
        let reading = try Self.reading([Mp4Maker.Track(entry)], frames: [frame])
        let info = Self.streamInfo.withUnsafeBytes { FlacStreamInfo($0) }
        #expect(info?.sampleCount == 44_100)
        #expect(reading.format == info?.mediaFormat)
        #expect(reading.problem == nil)
        let damaged = try Self.reading([Mp4Maker.Track(entry)], frames: [[1, 2, 3]])
        #expect(damaged.problem == .damaged("MP4 samples that are not frames of their codec"))
    }

    @Test(arguments: [[0], [1, 2, 1, 1, 0, 2]] as [[UInt8]]) func `Opus entries`(mapping: [UInt8]) throws {
        let channels: UInt8 = mapping == [0] ? 2 : 3
        let head = [0, channels] + Self.opusFields
        let entry = Mp4Maker.entry("Opus", rate: 48_000, Mp4Maker.box("dOps", head + mapping))
        // The packet is one CELT frame of 20 ms.
        let reading = try Self.reading([Mp4Maker.Track(entry)], frames: [[0xFC, 1, 2, 3]])
        let ogg = Array("OpusHead".utf8) + [1, channels, 0x38, 0x01, 0x44, 0xAC, 0, 0, 0x00, 0xFF] + mapping
        let header = ogg.withUnsafeBytes { OpusHeader($0) }
        #expect(header?.preSkip == 312)
        #expect(header?.outputGain == -256)
        #expect(reading.format == header?.mediaFormat)
        #expect(reading.problem == nil)
    }

    struct Refused: CustomTestStringConvertible {
        var testDescription: String
        var entry: [UInt8]
        var problem: SegmentProblem

        init(_ entry: [UInt8], _ problem: SegmentProblem) {
            testDescription = "\(problem)"
            self.entry = entry
            self.problem = problem
        }
    }

    @Test(arguments: [
        Refused(Mp4Maker.entry("ac-3", Mp4Maker.box("dac3", [0, 0, 0])), .unsupportedCodec("AC-3")),
        Refused(Mp4Maker.entry("ec-3", Mp4Maker.box("dec3", [0, 0, 0])), .unsupportedCodec("E-AC-3")),
        Refused(Mp4Maker.entry("alac", []), .unsupportedCodec("ALAC")),
        Refused(Mp4Maker.entry("fLaC", []), .damaged("FLAC without a readable STREAMINFO block")),
        Refused(
            Mp4Maker.entry("fLaC", Mp4Maker.fullBox("dfLa", [0x84, 0, 0, 34], streamInfo)),
            .damaged("FLAC without a readable STREAMINFO block")),
        Refused(Mp4Maker.entry("Opus", []), .damaged("Opus without a readable header")),
        Refused(
            Mp4Maker.entry("Opus", Mp4Maker.box("dOps", [1, 2] + opusFields + [0])),
            .damaged("Opus without a readable header")),
        Refused(
            Mp4Maker.entry("Opus", Mp4Maker.box("dOps", [0, 2] + opusFields + [2, 2, 0, 0, 1])),
            .unsupportedCodec("Opus of channel mapping family 2")),
        Refused(Mp4Maker.entry("xyz!", []), .unsupportedCodec("xyz!")),
        Refused(Mp4Maker.mp4a([], objectType: 0xA5), .unsupportedCodec("AC-3")),
        Refused(Mp4Maker.mp4a([], objectType: 0xE1), .unsupportedCodec("MPEG-4 object type 0xE1")),
        // Object type 42 (xHE-AAC), encoded as 11111 001010 (ISO/IEC 14496-3 table 1.16).
        Refused(Mp4Maker.mp4a([0xF9, 0x48, 0x40, 0x00]), .unsupportedCodec("xHE-AAC")),
        // Object type 34: MPEG Layer III in MPEG-4.
        Refused(Mp4Maker.mp4a([0xF8, 0x48, 0x40, 0x00]), .unsupportedCodec("MP3 on MP4")),
        Refused(Mp4Maker.encrypted(scheme: "cbcs"), .encrypted("cbcs")),
        Refused(Mp4Maker.encrypted(scheme: "cenc", Mp4Maker.streamDescription(config)), .encrypted("cenc")),
        Refused(Mp4Maker.encrypted(scheme: nil), .encrypted("enca")),
        Refused(Mp4Maker.entry("mp4a", []), .damaged("mp4a without a description of its stream")),
        Refused(Mp4Maker.mp4a([]), .damaged("AAC without a readable AudioSpecificConfig")),
        Refused(Mp4Maker.box("mp4a", [0, 0, 0, 0]), .damaged("a sample entry that is cut off")),
    ])
    func `entries that are not played`(_ row: Refused) throws {
        let reading = try Self.reading([Mp4Maker.Track(row.entry)])
        #expect(reading.format == nil)
        #expect(reading.problem == row.problem)
    }

    @Test func `tracks without what they need`() throws {
        var track = Mp4Maker.Track()
        #expect(try Self.reading([track]).problem == .damaged("a sound track without a codec"))
        track.entries = [Mp4Maker.mp4a(Self.config)]
        for timescale: UInt32 in [0, 0x8000_0000, .max] {
            track.timescale = timescale
            #expect(try Self.reading([track]).problem == .damaged("a track without a timescale"))
        }
    }

    @Test func `the first sound track that can be decoded is played`() throws {
        var video = Mp4Maker.Track(Mp4Maker.box("avc1", [UInt8](repeating: 0, count: 78)))
        video.handler = "vide"
        var dolby = Mp4Maker.Track(Mp4Maker.entry("ac-3", []))
        dolby.id = 2
        var sound = Mp4Maker.Track(Mp4Maker.mp4a(Self.config))
        sound.id = 3
        var second = sound
        second.id = 4
        let tracks = [video, dolby, sound, second]
        #expect(try Self.reading(tracks, id: 3).format != nil)
        // Fragments of other tracks than the chosen one deliver nothing.
        for id: UInt32 in [1, 2, 4, 77] {
            let reading = try Self.reading(tracks, id: id)
            #expect(reading.format == nil && reading.problem == nil)
        }
        #expect(try Self.reading([video, dolby]).problem == .unsupportedCodec("AC-3"))
        #expect(try Self.reading([video]).problem == .noSound)
        #expect(try Self.reading([]).problem == .noSound)
    }

    /// A programme may start unencrypted and continue encrypted: the track has an encrypted and a plain sample entry,
    /// and each fragment chooses one of them (ISO/IEC 23001-7 §9).
    @Test func `a fragment chooses its entry`() throws {
        let track = Mp4Maker.Track(Mp4Maker.encrypted(scheme: "cbcs"), Mp4Maker.mp4a(Self.config))
        var clear = Mp4Fragment([[1, 2], [3, 4]])
        clear.tracks[0].entry = 2
        var demuxer = Fmp4Demuxer()
        let events = Fmp4DemuxerTests.events(
            segments: [Mp4Maker.initialization([track]), clear.bytes, Mp4Fragment([[5, 6]], time: 2048).bytes], &demuxer
        )
        #expect(events[1].count == 3)
        #expect(events[2] == [.damage])
        #expect(demuxer.problem == .encrypted("cbcs"))
        var missing = Mp4Fragment([[1, 2]])
        missing.tracks[0].entry = 9
        _ = Fmp4DemuxerTests.events(segments: [missing.bytes], &demuxer)
        #expect(demuxer.problem == .noSound)
    }

    // MARK: Movies without fragments

    /// Returns the tables of a file's samples, which lie in chunks of `counts` samples. The first chunk begins at
    /// `start`.
    static func tables(_ samples: [[UInt8]], counts: [Int], start: Int, isLong: Bool, fixedSize: UInt32 = 0) -> [UInt8]
    {
        var groups: [[UInt8]] = []
        var offsets: [UInt8] = []
        var place = start
        var sample = 0
        for (index, count) in counts.enumerated() {
            if index == 0 || counts[index - 1] != count {
                groups.append(
                    Mp4Maker.big(UInt32(index + 1)) + Mp4Maker.big(UInt32(count)) + Mp4Maker.big(UInt32(1)))
            }
            offsets += isLong ? Mp4Maker.big(UInt64(place)) : Mp4Maker.big(UInt32(place))
            // Between two chunks lie five bytes that belong to no sample.
            place += samples[sample..<sample + count].reduce(5) { $0 + $1.count }
            sample += count
        }
        let sizes = fixedSize > 0 ? [] : samples.flatMap { Mp4Maker.big(UInt32($0.count)) }
        return Mp4Maker.fullBox(
            "stts", Mp4Maker.big(UInt32(2)), Mp4Maker.big(UInt32(1)), Mp4Maker.big(UInt32(1000)),
            Mp4Maker.big(UInt32(samples.count)), Mp4Maker.big(UInt32(1024)))
            + Mp4Maker.fullBox("stsc", Mp4Maker.big(UInt32(groups.count)), groups.flatMap { $0 })
            + Mp4Maker.fullBox("stsz", Mp4Maker.big(fixedSize), Mp4Maker.big(UInt32(samples.count)), sizes)
            + Mp4Maker.fullBox(isLong ? "co64" : "stco", Mp4Maker.big(UInt32(counts.count)), offsets)
    }

    @Test(arguments: [false, true]) func `a whole file`(isLong: Bool) throws {
        let fixedSize: UInt32 = isLong ? 33 : 0
        let samples = Fmp4DemuxerTests.samples(7).map { isLong ? Array(($0 + $0).prefix(33)) : $0 }
        let counts = [2, 2, 1, 2]
        func file(start: Int) -> [UInt8] {
            var track = Mp4Maker.Track(Mp4Maker.mp4a(Self.config))
            track.edits = [(0, 1024)]
            track.tables = Self.tables(samples, counts: counts, start: start, isLong: isLong, fixedSize: fixedSize)
            return Mp4Maker.initialization([track], isFragmented: false)
        }
        var data: [UInt8] = []
        var sample = 0
        for count in counts {
            data += samples[sample..<sample + count].flatMap { $0 } + [9, 9, 9, 9, 9]
            sample += count
        }
        let head = file(start: file(start: 0).count + 8)
        let events = try ParserVerifier.verify(segments: [head + Mp4Maker.box("mdat", data)]) { Fmp4Demuxer() }
        #expect(
            events == [Fmp4DemuxerTests.format] + Fmp4DemuxerTests.packets([samples[0]], from: -1024)
                + Fmp4DemuxerTests.packets(Array(samples[1...]), from: -24))
        // The data box (`mdat`) is 40 bytes shorter than the index states.
        let cut = try ParserVerifier.verify(segments: [head + Mp4Maker.box("mdat", Array(data.dropLast(40)))]) {
            Fmp4Demuxer()
        }
        #expect(cut.last == .damage)
        #expect(cut.dropLast() == events.prefix(cut.count - 1) && cut.count <= events.count)
        var demuxer = Fmp4Demuxer()
        let late = Fmp4DemuxerTests.events(segments: [Mp4Maker.box("mdat", data) + head], &demuxer)
        #expect(late == [[]])
        #expect(demuxer.problem == .lateIndex)
    }
}

import Glibc
import RadioFormats
import TestSupport
import Testing

@testable import RadioTape

/// Other programs can read the files that recordings write.
@Suite struct RecordingContainerTests {
    private let directory = try! TemporaryDirectory()

    private static let tags = RecordingTags(
        station: "Radio Ünö", artist: "Yazoo", title: "Don't Go – 愛", album: "Upstairs", date: "2026-11-23T12:00:00",
        cover: EmbeddedPicture(mimeType: "image/png", type: 3, description: "", bytes: png))

    /// A PNG picture of one grey pixel.
    private static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
        8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0, 0, 0,
        0x82, 0, 0x81, 0x77, 0xCD, 0x72, 0xB6, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    /// A recorded file in two forms: finished, and as a program leaves it that is killed while it records.
    private struct Written {
        var whole: [UInt8] = []
        var killed: [UInt8] = []
        var suffix = ""
    }

    private func write(_ packets: [[UInt8]], _ format: MediaFormat, tags: RecordingTags? = tags) throws -> Written {
        var container = try #require(
            packets[0].withUnsafeBytes { RecordingContainers.container(for: format, first: $0, tags: tags) })
        let header = container.header
        var sound: [UInt8] = []
        for packet in packets {
            let isTaken = packet.withUnsafeBytes {
                container.append(Packet(bytes: $0, sampleCount: 1152), format, to: &sound)
            }
            try #require(isTaken)
        }
        #expect(container.header.count == header.count)
        if let length = container.length {
            #expect(container.header[length.offset...].starts(with: length.bytes))
        } else {
            #expect(container.header == header)
        }
        return Written(whole: container.header + sound, killed: header + sound, suffix: container.suffix)
    }

    private func path(_ bytes: [UInt8], _ suffix: String) throws -> String {
        let path = directory.path + "/x." + suffix
        let file = try #require(fopen(path, "wb"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        return path
    }

    private func probe(_ path: String) throws -> String {
        let (output, errors) = (directory.path + "/probe", directory.path + "/errors")
        let command =
            "ffprobe -v error -count_packets -show_entries "
            + "format=duration:format_tags:stream=codec_name,nb_read_packets '\(path)' > \(output) 2> \(errors)"
        #expect(system(command) == 0)
        return String(decoding: try Samples.read(path: output), as: UTF8.self)
    }

    private func succeeds(_ command: String) -> Bool { system("\(command) > \(directory.path)/log 2>&1") == 0 }

    private static func format(_ sample: Sample) -> MediaFormat {
        MediaFormat(
            codec: sample.codec, framing: sample.codec == .aac ? .adts : .mpegAudio, sampleRate: sample.sampleRate,
            channelCount: 2)
    }

    @Test(arguments: [Sample.mp3, .mp3Mono48, .mp3Variable, .mp3Mpeg2, .mp3Mpeg25, .mp3At8000, .mp2])
    func mpegAudio(_ sample: Sample) throws {
        let packets = Samples.mpegPackets(try sample.read())
        let written = try write(packets, Self.format(sample))
        #expect(Array(written.whole.suffix(packets.joined().count)) == Array(packets.joined()))
        let file = try path(written.whole, written.suffix)
        let text = try probe(file)
        #expect(text.contains("TAG:title=Don't Go – 愛"), "\(text)")
        #expect(text.contains("TAG:artist=Yazoo"))
        #expect(text.contains("TAG:date=2026-11-23T12:00:00"))
        #expect(text.contains("nb_read_packets=\(packets.count)\n"))
        #expect(text.contains("codec_name=png"))
        #expect(succeeds("mpg123 -q -t '\(file)'"))
        if sample.codec == .mpegLayer3 {
            let seconds = Double(packets.count * sample.frameSamples) / Double(sample.sampleRate)
            let told = text.split(separator: "\n").first { $0.hasPrefix("duration=") }?.dropFirst(9)
            #expect(abs((told.flatMap { Double($0) } ?? 0) - seconds) < 0.002, "\(text)")
        }
    }

    @Test func adts() throws {
        let packets = Samples.adtsPackets(try Sample.aac.read())
        let written = try write(packets, Self.format(.aac))
        #expect(written.whole == Array(packets.joined()))
        // AAC frames without headers, as they come from MP4.
        let header = try #require(packets[0].withUnsafeBytes { AdtsHeader($0) })
        let index = header.sampleRateIndex
        let config = [(header.profile + 1) << 3 | index >> 1, (index & 1) << 7 | header.channelConfiguration << 3]
        let bare = packets.map { Array($0[7...]) }
        let format = MediaFormat(
            codec: .aac, framing: .raw(audioSpecificConfig: config), sampleRate: Sample.aac.sampleRate, channelCount: 2)
        let again = try write(bare, format)
        #expect(again.whole.count == written.whole.count)
        let text = try probe(try path(again.whole, again.suffix))
        #expect(text.contains("nb_read_packets=\(packets.count)\n"), "\(text)")
    }

    /// A FLAC recording begins in the middle of a stream, where a frame's number may take two or three bytes.
    @Test(arguments: [0, 3, 130, 2100]) func flac(_ dropped: Int) throws {
        let file = directory.path + "/in.flac"
        try #require(
            succeeds("ffmpeg -v error -f lavfi -i sine=440:d=30:r=44100 -frame_size 576 -c:a flac '\(file)'"))
        var (all, format): ([[UInt8]], MediaFormat?) = ([], nil)
        var framer = FlacFramer()
        let take = { (element: StreamElement) in
            if case .format(let new) = element { format = new }
            if case .packet(let packet) = element { all.append(Array(packet.bytes)) }
        }
        try Samples.read(path: file).withUnsafeBytes { framer.feed($0, take) }
        framer.finish(take)
        let packets = Array(all[dropped...])
        let written = try write(packets, try #require(format))
        let out = try path(written.whole, "flac")
        #expect(succeeds("flac -t -w '\(out)'") || succeeds("flac -t '\(out)'"))
        let text = try probe(out)
        #expect(text.contains("TAG:TITLE=Don't Go – 愛"), "\(text)")
        #expect(text.contains("nb_read_packets=\(packets.count)\n"), "\(text)")
        // From the first recorded frame on, the decoded samples equal the source's.
        for (name, skip) in [(file, dropped * 576), (out, 0)] {
            let raw = "--force-raw-format --endian=little --sign=signed -o '\(name).raw'"
            try #require(succeeds("flac -s -f -d --skip=\(skip) \(raw) '\(name)'"))
        }
        let sound = try Samples.read(path: out + ".raw")
        #expect(try Samples.read(path: file + ".raw") == sound)
        // When a decoder seeks, it relies on the numbers of the frames.
        let raw = "--force-raw-format --endian=little --sign=signed -o '\(out).raw'"
        #expect(succeeds("flac -s -f -d --skip=50000 \(raw) '\(out)'"))
        #expect(try Samples.read(path: out + ".raw") == Array(sound[100_000...]))
    }

    /// An Ogg recording begins at any packet of a link, and a second link may follow.
    @Test(arguments: [("libvorbis", "ogg", 0), ("libvorbis", "ogg", 9), ("libopus", "opus", 0), ("libopus", "opus", 9)])
    func ogg(_ codec: String, _ suffix: String, _ dropped: Int) throws {
        let file = directory.path + "/in." + suffix
        try #require(succeeds("ffmpeg -v error -f lavfi -i sine=440:d=5:r=48000 -ac 2 -c:a \(codec) '\(file)'"))
        var (all, format): ([([UInt8], Int)], MediaFormat?) = ([], nil)
        let demuxer = OggDemuxer()
        try Samples.read(path: file).withUnsafeBytes {
            demuxer.feed($0) { element in
                if case .format(let new) = element { format = new }
                if case .packet(let packet) = element { all.append((Array(packet.bytes), packet.decodedCount)) }
            }
        }
        let sound = try #require(format)
        let links = [all[dropped...], all[..<(all.count / 2)]]
        let container = RecordingContainers.container(
            for: sound, first: UnsafeRawBufferPointer(start: nil, count: 0), tags: Self.tags)
        var made = try #require(container)
        var bytes = made.header
        for link in links {
            for (index, packet) in link.enumerated() {
                let isTaken = packet.0.withUnsafeBytes {
                    made.append(
                        Packet(bytes: $0, sampleCount: packet.1, startsAnew: index == 0), sound, to: &bytes)
                }
                #expect(isTaken)
            }
        }
        // The file was not finished.
        let killed = try path(bytes, suffix)
        let info = suffix == "ogg" ? "ogginfo" : "opusinfo"
        let decoder = suffix == "ogg" ? "oggdec -Q -o /dev/null" : "opusdec --quiet --force-wav"
        let target = suffix == "ogg" ? "" : " /dev/null"
        #expect(succeeds("\(decoder) '\(killed)'\(target)"))
        made.finish(to: &bytes)
        let whole = try path(bytes, suffix)
        #expect(succeeds("\(decoder) '\(whole)'\(target)"))
        _ = succeeds("\(info) '\(whole)'")
        let told = String(decoding: try Samples.read(path: directory.path + "/log"), as: UTF8.self)
        #expect(told.contains("Don't Go – 愛") && !told.contains("WARNING"), "\(told)")
        #expect(
            try probe(whole).contains("TAG:artist=Yazoo") || probe(whole).contains("TAG:ARTIST=Yazoo")
                || told.contains("Yazoo"))
    }

    /// A program is killed while it records. The file has its first header, and only part of the last packet. It can be
    /// played.
    @Test func aFileThatIsCutOffPlays() throws {
        let mp3 = Samples.mpegPackets(try Sample.mp3.read())
        let written = try write(mp3, Self.format(.mp3))
        let start = written.killed.count - mp3.joined().count
        for cut in stride(from: start + 4 * mp3[0].count, to: written.killed.count, by: 4099) {
            let file = try path(Array(written.killed[..<cut]), "mp3")
            #expect(succeeds("mpg123 -q -t '\(file)'"))
            let wholePackets = mp3.indices.prefix { mp3[...$0].joined().count <= cut - start }.count
            let raw = directory.path + "/x.raw"
            #expect(succeeds("( mpg123 -q --no-gapless -s '\(file)' > \(raw) )"), "\(cut)")
            #expect(try probe(file).contains("codec_name=mp3"))
            // The first frame may need bytes of frames before the recording, so it may give no sound.
            #expect(try Samples.read(path: raw).count >= (wholePackets - 1) * 1152 * 2, "\(cut)")
        }
    }

    @Test func whatDoesNotFit() throws {
        let (mp3, aac) = (Samples.mpegPackets(try Sample.mp3.read())[0], Samples.adtsPackets(try Sample.aac.read())[0])
        func takes(_ one: [UInt8], _ format: MediaFormat, then other: [UInt8], _ otherFormat: MediaFormat) -> Bool {
            var container = one.withUnsafeBytes { RecordingContainers.container(for: format, first: $0, tags: nil) }!
            var bytes: [UInt8] = []
            return other.withUnsafeBytes {
                container.append(Packet(bytes: $0, sampleCount: 1), otherFormat, to: &bytes)
            }
        }
        #expect(takes(mp3, Self.format(.mp3), then: mp3, Self.format(.mp3)))
        #expect(!takes(mp3, Self.format(.mp3), then: aac, Self.format(.aac)))
        #expect(!takes(aac, Self.format(.aac), then: mp3, Self.format(.mp3)))
        let mono = Samples.mpegPackets(try Sample.mp3Mono48.read())[0]
        #expect(!takes(mp3, Self.format(.mp3), then: mono, Self.format(.mp3Mono48)))
    }

    @Test func aLongRecordingKeepsFewOffsets() {
        var offsets = FrameOffsets(start: 417)
        for _ in 0..<500_000 { offsets.append(417) }
        let table = offsets.seekTable
        #expect(table.count == 100 && table[0] == 0)
        for (place, byte) in table.enumerated() { #expect(abs(Int(byte) - place * 256 / 100) <= 1, "\(place)") }
    }
}

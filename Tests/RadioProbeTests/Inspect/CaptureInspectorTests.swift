import Longwave
import RadioFormats
import TestSupport
import Testing

@testable import RadioProbe

@Suite struct CaptureInspectorTests {
    /// Feeds a capture to a `CaptureInspector` in chunks. Returns the report and the sound.
    static func inspect(
        _ input: [UInt8], _ form: CaptureInspector.Form = .stream(nil), metaint: Int? = nil,
        cut: (inout SplitMix64) -> Int = { _ in 65_536 }
    ) -> (report: InspectionReport, sound: [UInt8]) {
        var inspector = CaptureInspector(form, metaint: metaint)
        var sound: [UInt8] = []
        var random = SplitMix64(state: 3)
        input.withUnsafeBytes { bytes in
            var at = 0
            while at < bytes.count {
                let end = min(at + max(cut(&random), 1), bytes.count)
                inspector.feed(UnsafeRawBufferPointer(rebasing: bytes[at..<end])) { sound += $0 }
                at = end
            }
        }
        let report = inspector.finish { sound += $0 }
        return (report, sound)
    }

    /// Returns the sound with an ICY metadata block after every `metaint` bytes. `texts` are the blocks' texts by
    /// number. Other blocks are empty.
    static func interleaved(_ sound: [UInt8], metaint: Int, _ texts: [Int: String]) -> [UInt8] {
        var result: [UInt8] = []
        for (number, start) in stride(from: 0, to: sound.count, by: metaint).enumerated() {
            let end = min(start + metaint, sound.count)
            result += sound[start..<end]
            guard end - start == metaint else { break }
            let text = Array((texts[number] ?? "").utf8)
            let units = (text.count + 15) / 16
            result += [UInt8(units)] + text + [UInt8](repeating: 0, count: units * 16 - text.count)
        }
        return result
    }

    /// The duration of a file does not include what its encoder added. A station's sound is counted whole.
    @Test(arguments: [
        ("", 6.0), ("HTTP/1.0 200 OK\r\nContent-Length: 37952\r\n\r\n", 6.0), ("ICY 200 OK\r\nicy-name: x\r\n\r\n", 0),
    ])
    func whatAnEncoderAdded(head: String, seconds: Double) throws {
        let capture = Array(head.utf8) + (try Sample.mp3Variable.read())
        let report = Self.inspect(capture).report
        let duration = try #require(report.frames?.duration.seconds)
        #expect(abs(duration - (seconds > 0 ? seconds : 231 * 1152 / 44_100)) < 0.000_01, "\(duration)")
    }

    @Test(arguments: Sample.all) func everySampleHoweverCut(_ sample: Sample) throws {
        let source = try sample.read()
        let head =
            "HTTP/1.0 200 OK\r\nContent-Type: audio/\(sample.codec == .aac ? "aac" : "mpeg")\r\nicy-metaint: 997\r\n\r\n"
        let titles = [0: "StreamTitle='One';", 3: "StreamTitle='Two';StreamUrl='';"]
        let capture = Array(head.utf8) + Self.interleaved(source, metaint: 997, titles)
        let (report, sound) = Self.inspect(capture)
        #expect(sound == source)
        #expect(report.byteCount == capture.count && report.headByteCount == head.utf8.count)
        #expect(report.kind == (sample.codec == .aac ? .adts : .mpegAudio) && !report.isKindForced)
        #expect(report.metaint == 997 && !report.isMetaintForced)
        #expect(report.blocks.map(\.offset) == [997, 4 * 997])
        #expect(report.blocks.map { String(decoding: $0.raw, as: UTF8.self) } == [titles[0]!, titles[3]!])
        let frames = try #require(report.frames)
        // A first frame that contains only information is not counted as sound.
        #expect(frames.count == sample.frames - (frames.information == nil ? 0 : 1))
        #expect(frames.forms.map(\.sampleRate) == [sample.sampleRate])
        #expect(frames.forms.first?.channelCount == sample.channels)
        let seconds = Double(frames.count * sample.frameSamples) / Double(sample.sampleRate)
        #expect((frames.duration.seconds - seconds).magnitude < 1e-6)
        if let bitrate = sample.bitrate {
            #expect((frames.bitRate.mean - bitrate * 1000).magnitude < bitrate * 10)
        }
        #expect(report.garbageByteCount == 0 && report.trailingByteCount == 0 && frames.gapCount == 0)
        #expect(report.problems.isEmpty)

        #expect(Self.inspect(capture, cut: { _ in 1 }).report == report)
        #expect(Self.inspect(capture, cut: { Int.random(in: 1...3000, using: &$0) }).report == report)
    }

    @Test func aKindIsFoundOnlyOnceHoweverLong() throws {
        // The chunks end near the number of bytes that the inspector needs to recognise a format. The source is longer
        // than that.
        let source = try (0..<3).flatMap { _ in try Sample.aac.read() }
        let whole = Self.inspect(source)
        #expect(whole.report.kind == .adts)
        for length in [65_535, 65_536, 65_537, 200_000] {
            #expect(Self.inspect(source, cut: { _ in length }).report == whole.report)
        }
    }

    @Test func tagsInFrontAmongAndBehind() throws {
        let sound = try Sample.mp2.read()
        let frame = try #require(sound.withUnsafeBytes { MpegAudioHeader($0)?.frameLength })
        let text: [UInt8] = [3] + Array("Café".utf8)
        let first = FrameMaker.id3([("TIT2", text)])
        // Of an ID3 tag with a picture, the inspector keeps the texts.
        let picture = Array("\u{3}image/png\0\u{3}\0".utf8) + [UInt8](repeating: 1, count: 70_000)
        let long = FrameMaker.id3([("APIC", picture), ("TIT2", text)])
        let last = Array("TAGTitle".utf8) + [UInt8](repeating: 0, count: 120)
        let middle = first.count + long.count + 4 * frame
        let (report, _) = Self.inspect(
            first + long + sound[..<(4 * frame)] + first + sound[(4 * frame)...] + last, cut: { _ in 4000 })
        #expect(report.tags.map(\.kind) == [.id3v2, .id3v2, .id3v2, .id3v1])
        #expect(report.tags.map(\.offset) == [0, first.count, middle, report.soundByteCount - 128])
        #expect(report.tags.map(\.length) == [first.count, long.count, first.count, 128])
        #expect(report.tags.map(\.raw) == [first, first, first, last])
        #expect(Id3v1Tag(report.tags[3].raw)?.title == Array("Title".utf8))
        #expect(report.frames?.count == Sample.mp2.frames)
        #expect(report.frames?.firstOffset == first.count + long.count)
        #expect(report.frames?.gapCount == 0 && report.garbageByteCount == 0 && report.problems.isEmpty)
    }

    @Test func gapsAndLeftovers() throws {
        let sound = try Sample.mp2.read()
        let frame = try #require(sound.withUnsafeBytes { MpegAudioHeader($0)?.frameLength })
        var maker = FrameMaker(seed: 5)
        let (before, between) = (maker.noise(100), maker.noise(321))
        let input = before + sound[..<(10 * frame)] + between + sound[(10 * frame)..<(20 * frame + 7)]
        let (report, _) = Self.inspect(input, cut: { Int.random(in: 1...500, using: &$0) })
        let frames = try #require(report.frames)
        #expect(frames.count == 20 && frames.firstOffset == 100)
        #expect(frames.gaps == [.init(offset: 100 + 10 * frame, length: 321)])
        #expect(frames.gapCount == 1 && frames.gapByteCount == 321)
        #expect(report.garbageByteCount == 421)
        #expect(report.trailingByteCount == 7)
        // Bytes before the first frame are not a problem: a capture usually begins in the middle of a frame.
        #expect(report.problems == [.gaps(1, bytes: 321)])
    }

    /// Garbage between frames is reported the same, however the input is cut into chunks. (Found by fuzzing: after some
    /// cuts, its last bytes were reported as bytes after the end.)
    @Test(arguments: [ContentKind.mpegAudio, .adts]) func garbageHoweverCut(_ kind: ContentKind) throws {
        var maker = FrameMaker()
        for count in [1, 3, 8, 128, 129, 130] {
            let input = maker.noise(count)
            let whole = Self.inspect(input, .stream(kind)).report
            #expect(whole.garbageByteCount == count && whole.trailingByteCount == 0 && whole.problems == [.noSound])
            for length in 1...8 { #expect(Self.inspect(input, .stream(kind), cut: { _ in length }).report == whole) }
        }
    }

    @Test func manyGapsAreCounted() throws {
        let sound = try Sample.mp2.read()
        let frame = try #require(sound.withUnsafeBytes { MpegAudioHeader($0)?.frameLength })
        var maker = FrameMaker()
        let piece = Array(sound[..<(4 * frame)])
        let (report, _) = Self.inspect((0..<100).flatMap { _ in piece + maker.noise(50) })
        #expect(report.frames?.gapCount == 99)
        #expect(report.frames?.gaps.count == 64)
        #expect(report.frames?.gapByteCount == 99 * 50)
    }

    @Test func manyBlocksAreCounted() {
        var body: [UInt8] = []
        for number in 0..<CaptureInspector.maximumBlocks + 100 {
            let text = Array("StreamTitle='\(number)';".utf8)
            body += [0, 2] + text + [UInt8](repeating: 0, count: 32 - text.count)
        }
        let (report, _) = Self.inspect(body, .stream(.unknown), metaint: 1)
        #expect(report.blockCount == CaptureInspector.maximumBlocks + 100)
        #expect(report.blocks.count == CaptureInspector.maximumBlocks)
        // The capture has many metadata blocks of maximum length. The inspector keeps only a limited number of bytes.
        let long = [0, 255] + [UInt8](repeating: UInt8(ascii: "x"), count: 255 * 16)
        let (large, _) = Self.inspect((0..<300).flatMap { _ in long }, .stream(.unknown), metaint: 1)
        #expect(large.blockCount == 300)
        #expect(large.blocks.reduce(0) { $0 + $1.raw.count } <= CaptureInspector.maximumBlockBytes)
        #expect(large.problems.contains(.blocksWithoutTitle(300)))
    }

    @Test func aChangeOfForm() throws {
        let (report, _) = Self.inspect(try Sample.mp3Mono48.read() + Sample.mp3Mpeg2.read())
        let frames = try #require(report.frames)
        #expect(frames.forms.map(\.sampleRate) == [48_000, 22_050])
        #expect(frames.forms.map(\.frameCount).reduce(0, +) == frames.count)
        #expect(frames.first.sampleRate == 48_000 && frames.last.sampleRate == 22_050)
        #expect(report.problems.contains(.forms(2)))
        let seconds = frames.forms.map { form in
            Double(form.frameCount * (form.sampleRate == 48_000 ? 1152 : 576)) / Double(form.sampleRate)
        }
        #expect((frames.duration.seconds - seconds.reduce(0, +)).magnitude < 1e-6)
    }

    @Test func whatTheCallerKnowsBetter() throws {
        let source = try Sample.mp3.read()
        let body = Self.interleaved(source, metaint: 64, [0: "StreamTitle='x';"])
        let named = Self.inspect(body, metaint: 64)
        #expect(named.sound == source && named.report.isMetaintForced && named.report.blockCount == 1)
        let head = Array("ICY 200 OK\r\nicy-metaint: 64\r\n\r\n".utf8)
        #expect(Self.inspect(head + body).sound == source)
        // The caller says that there is no metadata (metaint 0), although the response head says otherwise.
        let none = Self.inspect(head + source, metaint: 0)
        #expect(none.sound == source && none.report.metaint == nil)
        let forced = Self.inspect(source, .stream(.html))
        #expect(forced.report.kind == .html && forced.report.isKindForced && forced.report.frames == nil)
    }

    @Test func chunksAreUnpacked() throws {
        let source = try Sample.mp3.read()
        var body: [UInt8] = []
        for start in stride(from: 0, to: source.count, by: 1400) {
            let chunk = source[start..<min(start + 1400, source.count)]
            body += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        let head = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        #expect(Self.inspect(head + body + Array("0\r\n\r\n".utf8), cut: { _ in 777 }).sound == source)
        // curl has decoded the chunks of this body, but the response head still says that it is chunked.
        #expect(Self.inspect(head + source).sound == source)
    }

    @Test(
        arguments: [
            ("", [.empty]),
            ("HTTP/1.1 200 OK\r\n\r\n", [.empty]),
            ("HTTP/1.1 404 Not Found\r\n\r\n", [.status(404, retryAfter: nil), .empty]),
            ("HTTP/1.1 503 Busy\r\nRetry-After: 12\r\n\r\n", [.status(503, retryAfter: 12), .empty]),
            // The response is a web page, as from a captive portal.
            (
                "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n<!DOCTYPE html><html></html>",
                [.otherContent(declared: "audio/mpeg", found: .html), .webPage]
            ),
            ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html></html>", [.webPage]),
            ("OggS\u{0}\u{2}", [.noSound]), ("fLaC", []),
            ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n", []),
            ("[playlist]\nFile1=http://a/\n", []), ("#EXTM3U\nhttp://a/\n", []),
            ("just words, no sound", [.noSound]),
            ("ICY 200 OK\r\nicy-metaint: abc\r\n\r\nwords words", [.badMetaint("abc"), .noSound]),
            ("ICY 200 OK\r\nicy-metaint: 0\r\n\r\nwords words", [.badMetaint("0"), .noSound]),
            ("ICY 200 OK\r\nicy-name: X\r\n\r\nwords words", [.noTitles, .noSound]),
            ("HTTP/1.1 200 OK\r\nA", [.headUnfinished, .noSound]),
        ] as [(String, [StreamProblem])])
    func whatIsWrong(_ input: String, _ problems: [StreamProblem]) {
        let report = Self.inspect(Array(input.utf8), cut: { _ in 3 }).report
        #expect(report.problems == problems)
        for problem in report.problems { #expect(!problem.description.isEmpty && !problem.name.isEmpty) }
    }

    /// Metadata blocks that no header announces, and a head that a proxy passed on in the body.
    @Test(arguments: [
        ("HTTP/1.0 200 OK\r\nicy-name: x\r\n\r\n", 8192, ["unannouncedBlocks"]),
        ("ICY 200 OK\r\n\r\n", 16_000, ["unannouncedBlocks"]),
        ("HTTP/1.1 200 OK\r\nServer: proxy\r\n\r\nICY 200 OK\r\nicy-metaint: 997\r\n\r\n", 997, ["headInBody"]),
        ("HTTP/1.1 200 OK\r\n\r\nICY 200 OK\r\nicy-br: 128\r\n\r\n", 4096, ["unannouncedBlocks", "headInBody"]),
    ])
    func whatTheHeadDoesNotSay(_ head: String, _ metaint: Int, _ problems: [String]) throws {
        let source = try Sample.mp3.read()
        let capture = Array(head.utf8) + Self.interleaved(source, metaint: metaint, [0: "StreamTitle='One';"])
        for size in [1, 1000, 65_536] {
            let (report, sound) = Self.inspect(capture, cut: { _ in size })
            #expect(sound == source && report.metaint == metaint && report.blockCount == 1)
            #expect(report.problems.map(\.name) == problems && report.isMetaintFound == (problems[0] != "headInBody"))
        }
    }

    @Test func tagsThatNoFrameFollows() {
        let tag = FrameMaker.id3([("TIT2", [3, 0x61])])
        for (rest, kind) in [
            ([], .unknown), (Array("no sound at all".utf8), .unknown), (Array("fLaC".utf8), .flac),
            (Array("RIFF$\u{8}\0\0WAVE".utf8), .wave), (Array("caff\0\u{1}\0\0desc".utf8), .unsupported(.caf)),
        ] as [([UInt8], ContentKind)] {
            let report = Self.inspect(tag + tag + rest, cut: { _ in 7 }).report
            #expect(report.kind == kind && report.tagCount == 2 && report.frames == nil)
            #expect(report.tags.map(\.offset) == [0, tag.count])
            #expect(report.tags.allSatisfy { $0.kind == .id3v2 && $0.raw == tag })
        }
        // The second ID3 tag is cut off, so only the first is reported.
        #expect(Self.inspect(tag + tag.dropLast()).report.tags.map(\.offset) == [0])
        let long = FrameMaker.id3([("TIT2", [3, 0x61]), ("APIC", [UInt8](repeating: 1, count: 100_000))])
        #expect(Self.inspect(long).report.tags.map(\.length) == [long.count])
    }

    @Test func soundThatIsCalledSomethingElse() throws {
        func problems(_ headers: String, _ sample: Sample) throws -> [StreamProblem] {
            Self.inspect(Array("HTTP/1.1 200 OK\r\n\(headers)\r\n\r\n".utf8) + (try sample.read())).report.problems
        }
        #expect(
            try problems("Content-Type: audio/mpeg", .aac)
                == [.otherContent(declared: "audio/mpeg", found: .adts)])
        #expect(
            try problems("Content-Type: audio/aacp; x", .mp3)
                == [.otherContent(declared: "audio/aacp", found: .mpegAudio)])
        #expect(try problems("Content-Type: application/octet-stream", .mp3).isEmpty)
        #expect(
            try problems("icy-br: 320\r\nicy-metaint: 1000000", .mp3)
                == [.bitRate(declared: 320_000, found: Self.inspect(try Sample.mp3.read()).report.frames!.bitRate.mean)]
        )
        #expect(try problems("icy-br: 128\r\nicy-metaint: 1000000", .mp3).isEmpty)
    }

    @Test func aBareBlock() {
        let (report, sound) = Self.inspect(Array("StreamTitle='a; b'; c';\u{0}\u{0}".utf8), .block, cut: { _ in 4 })
        #expect(report.blocks == [.init(offset: 0, raw: Array("StreamTitle='a; b'; c';".utf8))])
        #expect(report.kind == nil && report.isKindForced && sound.isEmpty)
        let (long, _) = Self.inspect([UInt8](repeating: 65, count: 10_000), .block)
        #expect(long.blocks.first?.raw.count == IcySplitter.maximumBlock)
        #expect(long.byteCount == 10_000)
        #expect(Self.inspect([], .block).report.problems == [.empty])
    }

    @Test func textIsKeptWithinABound() {
        let list = Array(String(repeating: "http://radio.example/stream\n", count: 20_000).utf8)
        let (report, _) = Self.inspect(list, cut: { _ in 1000 })
        #expect(report.kind == .m3u)
        #expect(report.text == Array(list.prefix(256 << 10)))
        #expect(report.soundByteCount == list.count)
    }

    @Test func `a WAV file is named and holds no frames`() {
        for sound in QuietSound.all where !sound.isBigEndian {
            let report = Self.inspect(sound.wave(seconds: 0.1)).report
            #expect(report.kind == .wave && report.frames == nil && report.problems.isEmpty)
        }
    }
}

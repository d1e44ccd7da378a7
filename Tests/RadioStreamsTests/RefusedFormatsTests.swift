import RadioFormats
import RadioHTTP
import RadioHls
import RadioLoop
import TestSupport
import Testing

@testable import RadioStreams

/// ffmpeg writes files in formats that cannot be played. The error names the format.
@Suite(.enabled(if: ChildProcess.exists("ffmpeg"))) struct RefusedFormatsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var options: String
        var words: String
        /// How the test damages the bytes of the file.
        var change: @Sendable (inout [UInt8]) -> Void = { _ in }

        var testDescription: String { options }
    }

    private final class Client: MediaStreamClient {
        var packets = 0
        var error: StreamError??

        func streamOpened(_ info: StreamInfo) {}
        func streamBrought(_ element: StreamElement) { if case .packet = element { packets += 1 } }
        func streamReceived(bytes: Int) {}
        func streamEnded(with error: StreamError?) { self.error = error }
    }

    static let rows: [Row] = [
        Row(options: "-c:a ac3 -f ac3", words: "is an AC-3 stream"),
        Row(options: "-c:a eac3 -f eac3", words: "is an E-AC-3 stream"),
        Row(options: "-c:a wmav2 -f asf", words: "is a Windows Media file (WMA)"),
        Row(options: "-c:a libopus -f webm", words: "is a Matroska or WebM file"),
        Row(options: "-c:a alac -f caf", words: "is a CAF file"),
        Row(options: "-c:a wavpack -f wv", words: "is a WavPack file"),
        Row(options: "-c:a ac3 -f mpegts", words: "holds AC-3"),
        Row(options: "-c:a eac3 -f mpegts", words: "holds E-AC-3"),
        Row(options: "-c:a libopus -f mpegts", words: "holds Opus"),
        Row(options: "-ar 16000 -c:a libspeex -f ogg", words: "holds Speex"),
        Row(options: "-c:v libtheora -an -f ogg", words: "holds video (Theora) without sound"),
        Row(options: "-ar 16000 -c:v libtheora -c:a libspeex -f ogg", words: "holds Speex"),
        Row(options: "-c:a libopus -mapping_family 255 -f ogg", words: "holds Opus with an unreadable header"),
        Row(options: "-c:a libvorbis -f ogg", words: "holds Vorbis with an unreadable header") { bytes in
            // The bytes of the Vorbis setup header are overwritten.
            guard let at = bytes.firstRange(of: Array("\u{5}vorbis".utf8))?.upperBound else { return }
            for index in at + 1..<at + 40 { bytes[index] = 0xFF }
            OggPageSums.mend(&bytes)
        },
        Row(options: "-c:a flac -f ogg", words: "holds FLAC with an unreadable header") { bytes in
            // The sample rate in the header becomes zero.
            guard let at = bytes.firstRange(of: Array("fLaC".utf8))?.upperBound else { return }
            for index in at + 14..<at + 17 { bytes[index] = 0 }
            OggPageSums.mend(&bytes)
        },
    ]

    private static func bytes(_ options: String) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/sound"
        let sound = "-f lavfi -i sine=440:duration=2:sample_rate=48000"
        let inputs = sound + " -f lavfi -i testsrc=size=64x48:duration=2:rate=5"
        let maps = options.contains("-c:v") ? "-map 1:v -map 0:a?" : "-map 0:a"
        let words = "-nostdin -v error \(inputs) \(maps) -ac 2 \(options) \(file)"
        let result = try ChildProcess.run("ffmpeg", words.split(separator: " ").map(String.init))
        try #require(result.code == 0, "\(result.output)")
        return try Samples.read(path: file)
    }

    private static func error(of address: String) throws -> (StreamError?, packets: Int) {
        let loop = try EventLoop.byHand()
        let client = Client()
        let opener = StreamOpener(
            loop: loop, pool: try TransferPool(loop: loop), worker: BlockingWorker(loop: loop),
            request: StreamRequest(url: address), client: client)
        opener.start()
        defer { opener.cancel() }
        #expect(loop.turn { client.error != nil })
        return (client.error ?? nil, client.packets)
    }

    @Test(arguments: rows) func `what cannot be played is named`(_ row: Row) throws {
        var bytes = try Self.bytes(row.options)
        row.change(&bytes)
        let server = try LoopbackServer { [bytes] in $0.reply(headers: ["Content-Type: audio/mpeg"], body: bytes) }
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let file = try directory.write("sound.mp3", bytes)
        for address in [server.url("/radio.mp3"), file] {
            let (error, packets) = try Self.error(of: address)
            guard case .unsupported(let text)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(text.hasPrefix(address + " " + row.words) && packets == 0, "\(text)")
        }
    }

    @Test(arguments: [
        ("-c:a ac3 -f ac3", "an AC-3 stream"), ("-c:a eac3 -f eac3", "an E-AC-3 stream"),
        ("-c:a libvorbis -f ogg", "an Ogg stream"), ("-c:a flac -f flac", "a FLAC stream"),
        ("-c:a libopus -f webm", "a Matroska or WebM file"), ("-c:a wmav2 -f asf", "a Windows Media file (WMA)"),
        ("-c:a eac3 -f mpegts", "E-AC-3"), ("-c:a ac3 -f mp4 -movflags delay_moov+frag_every_frame", "AC-3"),
        ("-c:a eac3 -f mp4 -movflags delay_moov+frag_every_frame", "E-AC-3"),
        ("-c:a alac -f mp4 -movflags delay_moov+frag_every_frame", "ALAC"),
    ]) func `a segment that cannot be played names its codec`(_ options: String, _ name: String) throws {
        let bytes = try Self.bytes(options)
        let reader = SegmentReader()
        try reader.begin(SegmentPlan(sequence: 0, track: 1, duration: MediaTime(samples: 2, rate: 1), position: .zero))
        #expect(throws: SegmentProblem.unsupportedCodec(name)) {
            try bytes.withUnsafeBytes { try reader.feed($0) { _ in } }
            try reader.finish { _ in }
        }
    }
}

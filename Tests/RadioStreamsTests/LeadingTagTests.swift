import RadioFormats
import RadioHTTP
import RadioLoop
import TestSupport
import Testing

@testable import RadioStreams

/// Sound behind ID3v2 tags, with comments that look like sync bytes, and with an ID3v1 tag, on disk and over HTTP.
@Suite(.enabled(if: ["ffmpeg", "oggenc", "opusenc", "flac"].allSatisfy(ChildProcess.exists))) struct LeadingTagTests {
    private final class Client: MediaStreamClient {
        var sound: [UInt8] = []
        var metadata: [TimedMetadata] = []
        var error: StreamError??
        var byteCount = 0

        func streamOpened(_ info: StreamInfo) {}
        func streamBrought(_ element: StreamElement) {
            switch element {
            case .packet(let packet): sound += packet.bytes
            case .metadata(let new): metadata.append(new)
            case .format, .position, .discontinuity, .end: break
            }
        }
        func streamReceived(bytes: Int) { byteCount += bytes }
        func streamEnded(with error: StreamError?) { self.error = error }
    }

    /// How a server sends a file.
    enum Way: CaseIterable {
        case disk, plain, ranges, icy
    }

    /// Reads a whole file as a stream.
    private static func read(_ file: [UInt8], _ way: Way) throws -> Client {
        let directory = try TemporaryDirectory()
        let path = try directory.write("sound", file)
        let server = try LoopbackServer { connection in
            let range = connection.request["Range"].map { Int($0.drop { $0 != "=" }.dropFirst().dropLast()) ?? 0 }
            switch way {
            case .disk, .plain: connection.reply(headers: ["Content-Type: audio/mpeg"], body: file)
            case .ranges:
                let headers = ["Content-Type: audio/mpeg", "Accept-Ranges: bytes", "ETag: \"1\""]
                guard let range else { return connection.reply(headers: headers, body: file) }
                connection.reply(
                    status: "206 Partial Content",
                    headers: headers + ["Content-Range: bytes \(range)-\(file.count - 1)/\(file.count)"],
                    body: Array(file[range...]))
            case .icy:
                connection.begin(headers: ["Content-Type: audio/mpeg", "icy-metaint: 16000"])
                for start in stride(from: 0, to: file.count, by: 16000) {
                    connection.send(Array(file[start...].prefix(16000)) + [0])
                }
            }
        }
        defer { server.stop() }
        let loop = try EventLoop.byHand()
        let client = Client()
        let opener = StreamOpener(
            loop: loop, pool: try TransferPool(loop: loop), worker: BlockingWorker(loop: loop),
            request: StreamRequest(url: way == .disk ? path : server.url("/sound")), client: client)
        opener.start()
        #expect(loop.turn { client.error != nil })
        opener.cancel()
        return client
    }

    private static func picture(_ count: Int) -> (id: String, content: [UInt8]) {
        ("APIC", Array("\u{3}image/png\0\u{3}\0".utf8) + [UInt8](repeating: 0x47, count: count))
    }

    private static func titles(_ client: Client) -> [String?] {
        client.metadata.filter { $0.kind == .id3 }.map { Id3Tag($0.raw)?.title }
    }

    @Test(arguments: FilePlanTests.kinds.filter { $0.testDescription != "FLAC of a stream" }) func anyContainer(
        _ kind: FilePlanTests.Kind
    ) throws {
        let file = try FilePlanTests.make(kind, seconds: 1)
        let tag = FrameMaker.id3([Self.picture(70_000), ("TIT2", [3, 0x61])], version: 3)
        for way in [Way.disk, .plain, .ranges] {
            let plain = try Self.read(file, way)
            #expect(plain.sound.count > 1000 && plain.byteCount == file.count)
            let tagged = try Self.read(tag + file, way)
            #expect(tagged.error == .some(nil) && tagged.sound == plain.sound)
            #expect(Self.titles(tagged) == ["a"] && tagged.byteCount == tag.count + file.count)
            #expect(tagged.metadata.filter { $0.kind != .id3 } == plain.metadata)
        }
    }

    @Test(arguments: [Sample.mp3, .aac]) func frames(_ sample: Sample) throws {
        let file = try sample.read()
        for (size, count) in [(3000, 3000), (70_000, 70_000), (17 << 20, nil)] as [(Int, Int?)] {
            let tag = FrameMaker.id3([Self.picture(size), ("TIT2", [3, 0x61])])
            for way in size > 1 << 20 ? [Way.disk, .ranges] : Way.allCases {
                let plain = try Self.read(file, way)
                let tagged = try Self.read(tag + file, way)
                #expect(tagged.sound == plain.sound && tagged.sound.count > 10_000)
                #expect(Self.titles(tagged) == ["a"])
                #expect(tagged.metadata.first.flatMap { Id3Tag($0.raw)?.pictures.first }?.bytes.count == count)
            }
        }
    }

    @Test(arguments: [
        ("oggenc -Q -c COMMENT=$3 -o $2 $1", "ogg"), ("flac -s --tag=COMMENT=$3 -o $2 $1", "flac"),
        ("ffmpeg -nostdin -v error -i $1 -metadata comment=$3 -f wav $2", "wav"),
    ]) func commentsOfSyncBytes(_ command: String, _ name: String) throws {
        let directory = try TemporaryDirectory()
        let wave = try directory.write("source.wav", try FilePlanTests.make(FilePlanTests.kinds[5], seconds: 1))
        var files: [[UInt8]] = []
        for comment in ["x", String(repeating: "G", count: 6000)] {
            let path = directory.path + "/\(files.count).\(name)"
            let made = try ChildProcess.run("sh", ["-c", command, "sh", wave, path, comment])
            #expect(made.code == 0, "\(made.output)")
            files.append(try Samples.read(path: path))
        }
        for way in [Way.disk, .plain, .ranges] {
            let (plain, odd) = (try Self.read(files[0], way), try Self.read(files[1], way))
            #expect(odd.error == .some(nil) && odd.sound.count > 1000 && odd.sound.count == plain.sound.count)
        }
    }

    /// The title from the end of a file counts only if no tag at the beginning names one.
    @Test func anID3v1Tag() throws {
        let file = try Sample.mp3.read()
        let last = Array("TAGTitle".utf8) + [UInt8](repeating: 0, count: 120)
        let empty = FrameMaker.id3([("TSSE", [3, 0x61])])
        let named = FrameMaker.id3([("TIT2", [3, 0x61])])
        for way in [Way.disk, .ranges] {
            for tag in [[], empty] {
                let found = try Self.read(tag + file + last, way).metadata.filter { $0.kind == .id3v1 }
                #expect(found.map(\.raw) == [last])
            }
            #expect(try Self.read(named + file + last, way).metadata.map(\.kind) == [.id3])
            #expect(try Self.read(file, way).metadata.isEmpty)
        }
    }
}

import Glibc
import RadioFormats
import RadioHTTP
import RadioLoop
import TestSupport
import Testing

@testable import RadioStreams

/// A `SkimmedStream` receives only the titles of a station, from a real server on this computer.
@Suite struct SkimmedStreamTests {
    private final class Client: MediaStreamClient {
        var titles: [String] = []
        var bytes = 0
        var info: StreamInfo?
        var error: StreamError??

        func streamOpened(_ info: StreamInfo) { self.info = info }
        func streamBrought(_ element: StreamElement) {
            guard case .metadata(let metadata) = element else {
                Issue.record("not only metadata: \(element)")
                return
            }
            if metadata.kind == .vorbisComment {
                let fields = VorbisComment(metadata.raw)?.fields ?? []
                titles += fields.filter { $0.name.uppercased() == "TITLE" }.map(\.value)
            } else {
                titles.append(String(decoding: IcyMetadata(metadata.raw).streamTitle ?? [], as: UTF8.self))
            }
        }
        func streamReceived(bytes: Int) { self.bytes += bytes }
        func streamEnded(with error: StreamError?) { self.error = error }
    }

    /// Returns sound with `count` metadata blocks, and their titles, which have very different lengths. Every third
    /// block is empty.
    static func body(metaint: Int, count: Int) throws -> (bytes: [UInt8], titles: [String]) {
        let sample = try Sample.mp3.read()
        var (bytes, titles, at): ([UInt8], [String], Int) = ([], [], 0)
        for number in 0..<count {
            for _ in 0..<metaint {
                bytes.append(sample[at % sample.count])
                at += 1
            }
            guard number % 3 != 2 else {
                bytes.append(0)
                continue
            }
            let title = "Title \(number) " + String(repeating: "x", count: number * 37 % 3900)
            var block = Array("StreamTitle='\(title)';".utf8)
            block += [UInt8](repeating: 0, count: (16 - block.count % 16) % 16)
            bytes.append(UInt8(block.count / 16))
            bytes += block
            titles.append(title)
        }
        return (bytes, titles)
    }

    private func follow(
        _ url: String, on loop: EventLoop? = nil, until isDone: (Client) -> Bool
    ) throws -> Client {
        let loop = try loop ?? .byHand()
        let pool = try TransferPool(loop: loop)
        let client = Client()
        var request = StreamRequest(url: url)
        request.wantsTitlesOnly = true
        let opener = StreamOpener(
            loop: loop, pool: pool, worker: BlockingWorker(loop: loop), request: request, client: client)
        opener.start()
        #expect(loop.turn { isDone(client) })
        opener.cancel()
        return client
    }

    /// The comment headers of each link of an Ogg station are reported once, even if ICY metadata repeats the titles.
    @Test(arguments: ChainSample.all, [nil, 8000]) func linksOfAnOggStation(_ chain: ChainSample, _ metaint: Int?)
        throws
    {
        let sound = try chain.read()
        let server = try LoopbackServer { connection in
            var head = "HTTP/1.0 200 OK\r\nContent-Type: application/ogg\r\nicy-name: x\r\n"
            if let metaint { head += "icy-metaint: \(metaint)\r\n" }
            connection.send(head + "\r\n")
            guard let metaint else {
                connection.send(sound)
                return connection.waitUntilClosed()
            }
            let block = Array("StreamTitle='Song';".utf8) + [UInt8](repeating: 0, count: 13)
            for start in stride(from: 0, to: sound.count, by: metaint) {
                connection.send(Array(sound[start..<min(start + metaint, sound.count)]))
                if start + metaint <= sound.count { connection.send([2] + block) }
            }
            connection.waitUntilClosed()
        }
        defer { server.stop() }
        let client = try follow(server.url()) { $0.titles.count >= 2 && $0.bytes > sound.count / 2 }
        #expect(client.titles == ["Song 1", "Song 2"])
    }

    /// Each title is reported once and in order, whether the response body arrives at once or in random chunks.
    @Test(arguments: [7, 16, 64, 1000, 1023, 1024, 1025, 8192, 16_000, 70_000, 300_000], [0, 1])
    func everyTitleComesOnceInOrder(_ metaint: Int, _ seed: Int) throws {
        let (bytes, titles) = try Self.body(metaint: metaint, count: metaint > 50_000 ? 9 : metaint < 100 ? 600 : 60)
        let server = try LoopbackServer { connection in
            connection.send(
                "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: \(metaint)\r\nicy-name: x\r\n\r\n")
            guard seed > 0 else {
                connection.send(bytes)
                return
            }
            var generator = SeededGenerator(seed: UInt64(seed))
            var at = 0
            while at < bytes.count {
                let end = min(bytes.count, at + Int.random(in: 1...max(64, bytes.count / 40), using: &generator))
                connection.send(Array(bytes[at..<end]))
                at = end
                // A pause, so that the client receives the chunks one by one.
                usleep(500)
            }
        }
        defer { server.stop() }
        let client = try follow(server.url("/radio")) { $0.error != nil }
        #expect(client.titles == titles)
        #expect(client.bytes == bytes.count)
        guard case .connectionLost? = client.error ?? nil else {
            Issue.record("it ends with \(String(describing: client.error))")
            return
        }
    }

    /// The response body is in chunks, which libcurl decodes. The titles are found.
    @Test func chunkedBodiesAreRead() throws {
        let (bytes, titles) = try Self.body(metaint: 2000, count: 20)
        let server = try LoopbackServer { connection in
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: 2000\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            for start in stride(from: 0, to: bytes.count, by: 1777) {
                let part = bytes[start..<min(start + 1777, bytes.count)]
                connection.send(String(part.count, radix: 16) + "\r\n")
                connection.send(Array(part))
                connection.send("\r\n")
            }
            connection.send("0\r\n\r\n")
        }
        defer { server.stop() }
        #expect(try follow(server.url("/radio")) { $0.error != nil }.titles == titles)
    }

    /// A title is reported as soon as its metadata block is complete. The sound after it need not have arrived.
    @Test func aTitleDoesNotWaitForWhatFollows() throws {
        let (bytes, titles) = try Self.body(metaint: 16_000, count: 2)
        let seen = TestSignal()
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: 16000\r\n\r\n")
            connection.send(bytes)
            connection.wait(for: seen)
        }
        defer { server.stop() }
        let client = try follow(server.url("/radio")) { $0.titles.count == 2 }
        seen.raise()
        #expect(client.titles == titles && client.error == nil)
    }

    /// A title that is repeated is reported once. It is reported again after a different title.
    @Test func repeatedBlocksAreToldOnce() throws {
        let sound = [UInt8](try Sample.mp3.read().prefix(1000))
        let blocks = ["A", "A", "B", "B", "A"].map { Array("\u{1}StreamTitle='\($0)';".utf8) }
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: 1000\r\n\r\n")
            for block in blocks { connection.send(sound + block) }
        }
        defer { server.stop() }
        #expect(try follow(server.url("/radio")) { $0.error != nil }.titles == ["A", "B", "A"])
    }

    /// The server stops sending. The stream ends with a timeout.
    @Test func aSilentServerIsGivenUp() throws {
        let (bytes, titles) = try Self.body(metaint: 4000, count: 4)
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: 4000\r\n\r\n")
            connection.send(bytes + bytes.prefix(100))
            connection.neverAnswer()
        }
        defer { server.stop() }
        let loop = try EventLoop.byHand()
        var silent = Duration.zero
        let client = try follow(server.url("/radio"), on: loop) { client in
            // The client has received all bytes. It notices that nothing more comes when it checks, every four seconds.
            if client.bytes == bytes.count + 100 {
                silent += .seconds(1)
                loop.pass(.seconds(1))
            }
            return client.error != nil
        }
        #expect(silent >= SkimmedStream.patience && silent <= SkimmedStream.patience + SkimmedStream.lookEvery * 2)
        #expect(client.titles == titles)
        guard case .timedOut? = client.error ?? nil else {
            Issue.record("it ends with \(String(describing: client.error))")
            return
        }
    }

    @Test func aStationWithoutTitlesSaysSo() throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: x\r\n\r\n")
            connection.send(sound)
        }
        defer { server.stop() }
        let client = try follow(server.url("/radio")) { $0.error != nil }
        guard case .unsupported(let words)? = client.error ?? nil else {
            Issue.record("it ends with \(String(describing: client.error))")
            return
        }
        #expect(words.contains("no titles"))
    }

    /// The address leads to a list. The titles of the list's station are received.
    @Test func aListIsFollowed() throws {
        let (bytes, titles) = try Self.body(metaint: 3000, count: 5)
        let server = try LoopbackServer { connection in
            if connection.request.path == "/list.m3u" {
                return connection.reply(headers: ["Content-Type: audio/x-mpegurl"], text: "#EXTM3U\n/radio\n")
            }
            connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: 3000\r\n\r\n")
            connection.send(bytes)
        }
        defer { server.stop() }
        #expect(try follow(server.url("/list.m3u")) { $0.error != nil }.titles == titles)
    }
}

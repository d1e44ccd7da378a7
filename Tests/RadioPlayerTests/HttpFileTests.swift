import Glibc
import RadioFormats
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// Files on a server: sought in by ranges where it has them.
@Suite(.enabled(if: ChildProcess.exists("ffmpeg"))) struct HttpFileTests {
    private static let last = Mp4FileTests.rows[0]
    private static let first = Mp4FileTests.rows[1]

    /// How a server of one file behaves.
    private struct Server {
        var hasRanges = true
        /// The first answer to a request with, or without, a range breaks off in the middle of the file.
        var breaksOff: Bool?
        var type = "audio/mp4"

        func start(_ file: [UInt8]) throws -> LoopbackServer {
            let server = self
            let broken = TestSignal()
            return try LoopbackServer { connection in
                let range = server.hasRanges ? connection.request["Range"] : nil
                let start = range.flatMap { Int($0.dropFirst("bytes=".count).prefix { $0 != "-" }) } ?? 0
                var headers = ["Content-Type: \(server.type)", "Content-Length: \(file.count - start)", "ETag: \"1\""]
                if server.hasRanges { headers.append("Accept-Ranges: bytes") }
                if range != nil { headers.append("Content-Range: bytes \(start)-\(file.count - 1)/\(file.count)") }
                connection.begin(
                    statusLine: range == nil ? "HTTP/1.1 200 OK" : "HTTP/1.1 206 Partial Content", headers: headers)
                guard server.breaksOff == (range != nil), start < file.count / 2, !broken.isRaised else {
                    connection.send(Array(file[start...]))
                    return
                }
                broken.raise()
                connection.send(Array(file[start..<file.count / 2]))
                // What is under way must arrive before.
                connection.pause(milliseconds: 300)
                connection.reset()
            }
        }
    }

    @Test(.enabled(if: NginxServer.isInstalled), arguments: [first, last, Mp4FileTests.rows[3]])
    func aFileOnNginxIsSoughtIn(_ row: Mp4FileTests.Row) throws {
        let directory = try TemporaryDirectory()
        let (_, sound) = try Mp4FileTests.make(row, in: directory)
        let nginx = try NginxServer(serving: directory.path)
        let rig = try PlayerRig()
        #expect(rig.startPlaying(nginx.url("/sound.mp4"), queue: .milliseconds(500)))
        #expect(rig.player.snapshot().seekableTimeRanges.first?.end.seconds == Double(sound.count / 2) / 44_100)
        try Mp4FileTests.seek(rig, row, sound)
    }

    @Test(arguments: [first, last]) func everySampleComesByRanges(_ row: Mp4FileTests.Row) throws {
        let directory = try TemporaryDirectory()
        let (path, sound) = try Mp4FileTests.make(row, in: directory)
        let server = try Server().start(try Samples.read(path: path))
        defer { server.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(server.url("/file")))
        let output = try #require(rig.output)
        #expect(rig.hears(.milliseconds(100)) { rig.status == .ended }, "\(rig.status)")
        #expect(output.samples.count == sound.count)
        #expect(Mp4FileTests.difference(output.samples[...], sound[...]) <= row.tolerance)
        // The first request is one that any station may get.
        #expect(server.requests.first?["Range"] == nil)
        for request in server.requests.dropFirst() {
            #expect(request["If-Range"] == "\"1\"")
        }
    }

    @Test func withoutRangesAnIndexInFrontIsEnough() throws {
        let directory = try TemporaryDirectory()
        let (path, sound) = try Mp4FileTests.make(Self.first, in: directory)
        let server = try Server(hasRanges: false).start(try Samples.read(path: path))
        defer { server.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(server.url("/file")))
        let output = try #require(rig.output)
        #expect(rig.hears(.milliseconds(100)) { rig.status == .ended }, "\(rig.status)")
        #expect(output.samples.count == sound.count)
        #expect(server.requests.map { $0["Range"] } == [nil])
    }

    @Test func withoutRangesAnIndexAtTheEndIsOutOfReach() throws {
        let directory = try TemporaryDirectory()
        let (path, _) = try Mp4FileTests.make(Self.last, in: directory)
        let server = try Server(hasRanges: false).start(try Samples.read(path: path))
        defer { server.stop() }
        let rig = try PlayerRig()
        rig.play(server.url("/file"))
        let url = server.url("/file")
        #expect(rig.turn { if case .failed = rig.status { true } else { false } }, "\(rig.status)")
        let problem = "\(url) has its index behind its sound, and its server sends no parts of files"
        #expect("\(rig.status)".contains(problem), "\(rig.status)")
    }

    /// The connection breaks off in the middle: the next one goes on there.
    @Test(arguments: [first, last]) func aBrokenFileGoesOn(_ row: Mp4FileTests.Row) throws {
        let directory = try TemporaryDirectory()
        let (path, sound) = try Mp4FileTests.make(row, in: directory)
        let file = try Samples.read(path: path)
        let server = try Server(breaksOff: row.testDescription == Self.last.testDescription).start(file)
        defer { server.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(server.url("/file"), queue: .milliseconds(500)))
        let output = try #require(rig.output)
        #expect(rig.hears(.milliseconds(100)) { rig.status == .ended }, "\(rig.status)")
        #expect(output.samples.count == sound.count)
        #expect(Mp4FileTests.difference(output.samples[...], sound[...]) <= row.tolerance)
        #expect(server.requests.count { $0["Range"] != nil } >= 1)
    }
}

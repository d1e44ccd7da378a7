import Glibc
import RadioAudio
import RadioFormats
import RadioStreams
import TestSupport
import Testing

@testable import RadioPlayer

/// Files on an HTTP server. The player seeks in them with range requests if the server supports them.
@Suite(.enabled(if: ChildProcess.exists("ffmpeg"))) struct HttpFileTests {
    private static let last = Mp4FileTests.rows[0]
    private static let first = Mp4FileTests.rows[1]

    /// A server with one file, and how it behaves.
    struct Server {
        var hasRanges = true
        /// Which response the server cuts off in the middle of the file, once: the first one to a range request (true),
        /// the first one to a request without a range (false), or none (nil).
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
                // The client must have read the bytes before the reset, which would discard them.
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
        #expect(rig.hearsToTheEnd(), "\(rig.status)")
        #expect(output.samples.count == sound.count)
        #expect(Mp4FileTests.difference(output.samples[...], sound[...]) <= row.tolerance)
        // The player's first request asks for no range, because the address may be a station's.
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
        #expect(rig.hearsToTheEnd(), "\(rig.status)")
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
        let problem = "\(url) has its index after the sound, and the server cannot send parts of files"
        #expect("\(rig.status)".contains(problem), "\(rig.status)")
    }

    /// The connection breaks in the middle of an MP4 file. The player's next request begins at the byte where the first
    /// one ended.
    @Test(arguments: [first, last]) func aBrokenFileGoesOn(_ row: Mp4FileTests.Row) throws {
        let directory = try TemporaryDirectory()
        let (path, sound) = try Mp4FileTests.make(row, in: directory)
        let file = try Samples.read(path: path)
        let server = try Server(breaksOff: row.testDescription == Self.last.testDescription).start(file)
        defer { server.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(server.url("/file"), queue: .milliseconds(500)))
        let output = try #require(rig.output)
        #expect(rig.hearsToTheEnd(), "\(rig.status)")
        #expect(output.samples.count == sound.count)
        #expect(Mp4FileTests.difference(output.samples[...], sound[...]) <= row.tolerance)
        #expect(server.requests.count { $0["Range"] != nil } >= 1)
    }

    // MARK: Without an index

    struct Kind: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The sample file whose sound the file repeats, or nil if ffmpeg makes the file.
        var sample: Sample?
        var arguments: [String] = []
        var type: String

        private static let made = MadeOnce<String, [UInt8]>()

        /// - Parameter count: How often the file repeats ``sample``.
        func make(count: Int = 15) throws -> [UInt8] {
            if let sample { return [[UInt8]](repeating: try sample.read(), count: count).flatMap { $0 } }
            return try Self.made.value(testDescription) { try encode() }
        }

        private func encode() throws -> [UInt8] {
            let directory = try TemporaryDirectory()
            let path = directory.path + "/made"
            let sweep = "aevalsrc=0.3*sin(2*PI*(200*t+40*t*t))+0.1*(random(0)-0.5):s=48000:d=60"
            let words = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", sweep] + arguments + [path]
            let made = try ChildProcess.run("ffmpeg", words)
            #expect(made.code == 0, "\(made.output)")
            return try Samples.read(path: path)
        }
    }

    static let kinds = [
        Kind(testDescription: "MP3", sample: .mp3, type: "audio/mpeg"),
        Kind(testDescription: "AAC", sample: .aac, type: "audio/aac"),
        Kind(
            testDescription: "Opus", arguments: ["-c:a", "libopus", "-b:a", "160k", "-f", "ogg"], type: "audio/ogg"),
    ]

    static let numbered = [
        kinds[2],
        Kind(testDescription: "Vorbis", arguments: ["-c:a", "libvorbis", "-q:a", "9", "-f", "ogg"], type: "audio/ogg"),
        Kind(testDescription: "FLAC", arguments: ["-c:a", "flac", "-f", "flac"], type: "audio/flac"),
        Kind(testDescription: "WAV", arguments: ["-f", "wav"], type: "audio/wav"),
    ]

    private static func whole(_ url: String) throws -> [Float] {
        let rig = try PlayerRig()
        #expect(rig.startPlaying(url))
        let output = try #require(rig.output)
        #expect(rig.hearsToTheEnd(), "\(rig.status)")
        return output.samples
    }

    /// The connection breaks in the middle of a packet. The player keeps the packet's first bytes, and the next
    /// connection delivers the others. No byte of the sound is used twice.
    @Test(arguments: kinds, [true, false])
    func aBrokenFileWithoutAnIndexGoesOn(_ kind: Kind, hasRanges: Bool) throws {
        let file = try kind.make(count: 5)
        let good = try Server(hasRanges: hasRanges, type: kind.type).start(file)
        defer { good.stop() }
        let bad = try Server(hasRanges: hasRanges, breaksOff: false, type: kind.type).start(file)
        defer { bad.stop() }
        let expected = try Self.whole(good.url("/file"))
        let heard = try Self.whole(bad.url("/file"))
        #expect(Mp4FileTests.difference(expected[...], heard[...]) == 0)
        // The file's last bytes are requested separately, because an ID3v1 tag may be there.
        let ranges = bad.requests.map { $0["Range"] }.filter { $0?.hasPrefix("bytes=\(file.count - 128)-") != true }
        guard hasRanges else {
            #expect(ranges == [nil, nil])
            return
        }
        // The second request begins in the first half of the file. If the reset discarded bytes that the player had not
        // read, the request includes them.
        let start = try #require(ranges.last??.dropFirst("bytes=".count).dropLast())
        #expect(ranges.count == 2 && (1...file.count / 2).contains(Int(start) ?? 0), "\(ranges)")
    }

    /// A station's response says that it accepts ranges. The player never sends a range request to a station.
    @Test func aStationIsAskedForNoRange() throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            connection.begin(headers: [
                "Content-Type: audio/mpeg", "Accept-Ranges: bytes", "icy-name: Station", "Content-Length: 54321000",
            ])
            connection.send(sound)
            connection.pause(milliseconds: 200)
            connection.reset()
        }
        defer { server.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(server.url("/radio")))
        #expect(rig.player.snapshot().stream?.duration == nil)
        #expect(rig.turn { server.requests.count > 2 })
        #expect(server.requests.allSatisfy { $0["Range"] == nil })
    }

    /// The start of a file on disk does not state how long the file is. The player finds the length at the end of the
    /// file.
    @Test(arguments: numbered.dropLast()) func theLengthIsKnownBeforeTheEnd(_ kind: Kind) throws {
        let directory = try TemporaryDirectory()
        var file = try kind.make()
        // In a FLAC file, the test removes the number of samples from the block STREAMINFO.
        if file.starts(with: "fLaC".utf8) { (file[21], file[22...25]) = (file[21] & 0xF0, [0, 0, 0, 0]) }
        let path = try directory.write("file", file)
        let count = try Self.whole(path).count
        let rig = try PlayerRig()
        #expect(rig.startPlaying(path, queue: .milliseconds(500)))
        let length = MediaTime(samples: Int64(count), rate: 48_000).duration
        #expect(rig.turn { rig.player.snapshot().stream?.isDurationPrecise == true }, "\(rig.player.snapshot())")
        #expect(rig.player.snapshot().stream?.duration == length)
        #expect(!rig.player.intake.isComplete)
    }

    /// Packets of these formats have numbers or times. After a seek, the sound begins exactly at the player's position,
    /// and the player has not fetched the sound before it.
    @Test(arguments: numbered) func aPlaceInNumberedSoundIsExact(_ kind: Kind) throws {
        let file = try kind.make()
        let server = try Server(type: kind.type).start(file)
        defer { server.stop() }
        let sound = try Self.whole(server.url("/file"))
        let before = server.requests.count
        let rig = try PlayerRig()
        #expect(rig.startPlaying(server.url("/file"), queue: .milliseconds(500)))
        for second in [45.0, 3, 57.3, 20.123] {
            try rig.player.navigator.seek(to: MediaTime(seconds: second))
            let output = try #require(rig.output)
            output.isTimeless = true
            let begin = output.samples.count
            #expect(rig.turn { output.queued > 24_000 }, "\(rig.status)")
            rig.hear(.milliseconds(100))
            let now = rig.player.snapshot().currentTime.seconds
            #expect(abs(now - second - 0.1) < 0.15, "\(now) s instead of \(second) s")
            let start = Int(((now - 0.1) * 48_000).rounded()) + 8000
            let piece = output.samples[(begin + 8000)..<(begin + 12_000)]
            let difference = Mp4FileTests.difference(sound[start..<start + 4000], piece)
            #expect(difference < 0.01, "\(second) s: another sound")
        }
        let places = server.requests[before...].compactMap { $0["Range"].flatMap { Int($0.dropFirst(6).dropLast()) } }
        #expect(places.contains { $0 > file.count / 2 }, "\(places)")
        #expect(places.count <= 12, "\(places)")
    }

    /// MP3 packets have no numbers, so the player estimates by bytes which packet belongs to a position. With a
    /// constant bit rate, the estimate is exact to a few frames.
    @Test func aPlaceInMP3IsGuessed() throws {
        let packets = Samples.mpegPackets(try Sample.mp3.read())
        let server = try Server(type: "audio/mpeg").start(try Self.kinds[0].make())
        defer { server.stop() }
        let rig = try PlayerRig()
        #expect(rig.startPlaying(server.url("/file"), queue: .milliseconds(500)))
        let decoder = try Mpg123Decoder()
        let reference = try (packets + packets).flatMap { packet in
            try packet.withUnsafeBytes { Array(try decoder.decode(Packet(bytes: $0, sampleCount: 0)).samples) }
        }
        for second in [100.0, 3, 60, 110] {
            try rig.player.navigator.seek(to: MediaTime(seconds: second))
            let output = try #require(rig.output)
            output.isTimeless = true
            let before = output.samples.count
            #expect(rig.turn { output.queued > 44_100 }, "\(rig.status)")
            let piece = output.samples[(before + 20_000)..<(before + 20_400)]
            let target = Int(second * 44_100) % (packets.count * 1152)
            // The distances, in MP3 frames, between the position that was sought and the places in the file that sound
            // like the heard sound.
            let found = (-10 * 1152...10 * 1152).filter { offset in
                let start = max(target + offset, 0) * 2 + 20_000
                return zip(reference[start..<start + 400], piece).allSatisfy { abs($0 - $1) < 0.001 }
            }.map { $0 / 1152 }
            #expect(found.contains { abs($0) < 4 }, "\(second) s: \(found)")
            rig.hear(.milliseconds(100))
            let now = rig.player.snapshot().currentTime.seconds
            #expect(abs(now - second - 0.1) < 0.05, "\(now) s instead of \(second) s")
        }
    }
}

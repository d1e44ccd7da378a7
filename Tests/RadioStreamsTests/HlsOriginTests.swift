import Glibc
import RadioFormats
import RadioHls
import TestSupport
import Testing

/// The HLS test server itself does what the other tests rely on.
@Suite struct HlsOriginTests {
    private func get(
        _ origin: HlsOrigin, _ path: String, headers: [String] = [], on client: LoopbackClient? = nil
    ) throws -> (status: String, head: String, body: [UInt8]) {
        let client = try client ?? LoopbackClient(port: origin.port)
        client.send((["GET \(path) HTTP/1.1", "Host: test"] + headers).joined(separator: "\r\n") + "\r\n\r\n")
        let head = client.receiveHead()
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        let body = client.receive(exactly: length.flatMap { Int($0.dropFirst(16)) } ?? 0)
        return (String(head.split(separator: "\r\n").first?.dropFirst(9) ?? ""), head, body)
    }

    private func playlist(_ origin: HlsOrigin, _ path: String) throws -> MediaPlaylist {
        guard case .media(let playlist) = try M3U8Reader.read(try get(origin, path).body) else {
            throw HlsPlaylistError(.unreadable, line: 0, "not a media playlist")
        }
        #expect(playlist.warnings == [])
        return playlist
    }

    /// Segments of two seconds. Each byte of a segment is the segment's number.
    private static let numbers: HlsChannel.Programme = { number in
        var segment = HlsOriginSegment(
            duration: MediaTime(value: 2, timescale: 1), bytes: [UInt8](repeating: UInt8(number), count: 100))
        segment.isDiscontinuous = number % 4 == 3
        segment.title = "Title \(number)"
        return number < 100 ? segment : nil
    }

    @Test func `a live window moves with the clock`() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        var channel = HlsChannel(.live(window: 3), targetDuration: 2, programme: Self.numbers)
        channel.firstSequence = 1000
        channel.programDate = MediaTime(value: 1_795_248_930, timescale: 1)
        origin.add("radio", channel)
        #expect(try get(origin, "/radio.m3u8").body.firstRange(of: Array("#EXTINF".utf8)) == nil)
        origin.advance(seconds: 11.9)
        let first = try playlist(origin, "/radio.m3u8")
        #expect(first.segments.map(\.sequence) == [1002, 1003, 1004])
        #expect(first.segments.map(\.discontinuity) == [0, 1, 1])
        #expect(first.segments.map(\.title) == ["Title 2", "Title 3", "Title 4"])
        #expect(first.segments.first?.programDateTime == MediaTime(value: 1_795_248_934, timescale: 1))
        #expect(!first.isEnded)
        #expect(try get(origin, "/radio/1005.aac").status == "404 Not Found")
        origin.advance(seconds: 4.1)
        let second = try playlist(origin, "/radio.m3u8")
        #expect(second.segments.map(\.sequence) == [1005, 1006, 1007])
        #expect(second.discontinuitySequence == 1)
        #expect(second.segments.map(\.discontinuity) == [1, 1, 2])
        #expect(try get(origin, "/radio/1005.aac").body == [UInt8](repeating: 5, count: 100))
        origin.advance(seconds: 1000)
        #expect(try playlist(origin, "/radio.m3u8").isEnded)
    }

    @Test func `on demand, as byte ranges, over one connection`() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        var channel = HlsChannel(.onDemand, targetDuration: 2) { $0 < 5 ? Self.numbers($0) : nil }
        channel.usesByteRanges = true
        origin.add("film", channel)
        let list = try playlist(origin, "/film.m3u8")
        #expect(list.segments.map { $0.byteRange?.offset } == [0, 100, 200, 300, 400])
        #expect(list.isEnded && list.kind == .onDemand)
        let client = try LoopbackClient(port: origin.port)
        for index in 0..<5 {
            let range = "Range: bytes=\(index * 100)-\(index * 100 + 99)"
            let (status, _, body) = try get(origin, "/film/all.aac", headers: [range], on: client)
            #expect(status == "206 Partial Content")
            #expect(body == [UInt8](repeating: UInt8(index), count: 100))
        }
        #expect(origin.acceptedCount == 2)
        #expect(origin.count("/film/all.aac") == 5)
        #expect(try get(origin, "/film/all.aac", headers: ["Range: bytes=500-"]).status == "416 Range Not Satisfiable")
    }

    @Test func `an event keeps all and ends`() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.add("event", HlsChannel(.event, targetDuration: 2) { $0 < 5 ? Self.numbers($0) : nil })
        origin.advance(seconds: 8)
        let list = try playlist(origin, "/event.m3u8")
        #expect(list.segments.count == 4)
        #expect(list.kind == .event && !list.isEnded)
        origin.advance(seconds: 2)
        #expect(try playlist(origin, "/event.m3u8").isEnded)
    }

    @Test func `keys rotate and decrypt, init sections change, gaps are 404`() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let keys = [
            HlsOriginKey(name: "one", bytes: Array(0..<16)),
            HlsOriginKey(name: "two", bytes: Array(16..<32), iv: [UInt8](repeating: 7, count: 16)),
        ]
        origin.add(
            "secret",
            HlsChannel(.onDemand, targetDuration: 2) { number in
                guard number < 5, var segment = Self.numbers(number) else { return nil }
                segment.key = number < 2 ? keys[0] : number < 4 ? keys[1] : nil
                segment.initSection = ("i\(number / 3)", [UInt8(number / 3)])
                segment.isGap = number == 1
                return segment
            })
        let list = try playlist(origin, "/secret.m3u8")
        #expect(list.segments.map { $0.key?.uri } == ["keys/one", "keys/one", "keys/two", "keys/two", nil])
        #expect(list.segments.map { $0.map?.uri } == ["init/i0", "init/i0", "init/i0", "init/i1", "init/i1"])
        #expect(list.segments.map(\.isGap) == [false, true, false, false, false])
        #expect(try get(origin, "/keys/two").body == keys[1].bytes)
        #expect(try get(origin, "/init/i1").body == [1])
        #expect(try get(origin, "/secret/1.aac").status == "404 Not Found")
        #expect(try get(origin, "/secret/4.aac").body == [UInt8](repeating: 4, count: 100))
        // The example of NIST SP 800-38A F.2.1, followed by one block of padding.
        let nist = HlsOriginKey(
            name: "nist",
            bytes: [0x2B, 0x7E, 0x15, 0x16, 0x28, 0xAE, 0xD2, 0xA6, 0xAB, 0xF7, 0x15, 0x88, 0x09, 0xCF, 0x4F, 0x3C],
            iv: Array(0..<16))
        let plain: [UInt8] = [
            0x6B, 0xC1, 0xBE, 0xE2, 0x2E, 0x40, 0x9F, 0x96, 0xE9, 0x3D, 0x7E, 0x11, 0x73, 0x93, 0x17, 0x2A,
        ]
        let encrypted = nist.encrypt(plain, sequence: 0)
        #expect(encrypted.count == 32)
        #expect(encrypted.prefix(4) == [0x76, 0x49, 0xAB, 0xAC])
        #expect(try get(origin, "/secret/2.aac").body.count == 112)
        // Without an IV in the playlist, the segment's number is used. Equal segments with different numbers are
        // therefore encrypted differently.
        #expect(keys[0].encrypt(plain, sequence: 0) != keys[0].encrypt(plain, sequence: 1))
    }

    @Test func `parts come one by one, reloads and parts wait for them`() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        var channel = HlsChannel(
            .live(window: 6), targetDuration: 2,
            programme: try HlsProgramme.packed(.aac, seconds: 2, partSeconds: 0.5, loops: true))
        channel.partTarget = MediaTime(seconds: 0.6)
        channel.canBlockReload = true
        channel.partHoldBack = 1.5
        origin.add("low", channel)
        origin.advance(seconds: 5.2)
        let before = try playlist(origin, "/low.m3u8")
        #expect(before.segments.count == 2)
        #expect(before.trailingParts.count == 2)
        #expect(before.preloadHints.map(\.uri) == ["low/2.2.part"])
        #expect(before.serverControl?.canBlockReload == true)
        #expect(before.serverControl?.partHoldBack == MediaTime(seconds: 1.5))
        let (reload, part) = (try LoopbackClient(port: origin.port), try LoopbackClient(port: origin.port))
        reload.send("GET /low.m3u8?_HLS_msn=2&_HLS_part=2 HTTP/1.1\r\n\r\n")
        part.send("GET /low/2.2.part HTTP/1.1\r\n\r\n")
        #expect(origin.waitForRequest("/low/2.2.part"))
        #expect(origin.waitForRequest("/low.m3u8", count: 2))
        #expect(reload.receiveAvailable().isEmpty)
        #expect(part.receiveAvailable().isEmpty)
        origin.advance(seconds: 0.6)
        #expect(reload.receiveHead().hasPrefix("HTTP/1.1 200"))
        #expect(part.receiveHead().hasPrefix("HTTP/1.1 200"))
        #expect(try playlist(origin, "/low.m3u8").trailingParts.count == 3)
        // The parts of a segment contain the frames of the whole segment. They differ only in their ID3 tags.
        origin.advance(seconds: 10)
        let parts = try (0..<4).flatMap { try get(origin, "/low/2.\($0).part").body }
        let whole = try get(origin, "/low/2.aac").body
        #expect(Samples.adtsPackets(Self.withoutTags(parts)) == Samples.adtsPackets(Self.withoutTags(whole)))
    }

    /// Returns the bytes without the ID3 tags, which are 73 bytes long here.
    private static func withoutTags(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        var sound: [UInt8] = []
        while !rest.isEmpty {
            if rest.starts(with: "ID3".utf8) { rest = rest.dropFirst(73) }
            let frames = Samples.adtsPackets(Array(rest)).joined()
            if frames.isEmpty { break }
            sound += frames
            rest = rest.dropFirst(frames.count)
        }
        return sound
    }

    @Test func `delta updates join to the whole playlist`() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        var channel = HlsChannel(.live(window: 20), targetDuration: 2, programme: Self.numbers)
        channel.canSkipUntil = 12
        origin.add("radio", channel)
        origin.advance(seconds: 60)
        var joined = try playlist(origin, "/radio.m3u8")
        for _ in 0..<8 {
            origin.advance(seconds: 4)
            let delta = try playlist(origin, "/radio.m3u8?_HLS_skip=YES")
            #expect(delta.isDelta)
            joined = try joined.merging(delta: delta)
            #expect(joined.segments == (try playlist(origin, "/radio.m3u8")).segments)
        }
    }

    @Test func `faults, and what comes after them`() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.add("radio", HlsChannel(.onDemand, targetDuration: 2, programme: Self.numbers))
        origin.fail("/radio/1.aac", .status("404 Not Found"), times: 1)
        origin.fail("/radio/2*", .cut(after: 40))
        origin.fail("/radio/3.aac", .bytes(Array("<html>".utf8), contentType: "text/html"))
        origin.fail("/radio/4.aac", .stall(after: 10))
        origin.fail("/radio/5.aac", .redirect(to: "/radio/6.aac"))
        #expect(try get(origin, "/radio/1.aac").status == "404 Not Found")
        #expect(try get(origin, "/radio/1.aac").status == "200 OK")
        #expect(try get(origin, "/radio/2.aac").body.count == 40)
        #expect(try get(origin, "/radio/3.aac").body == Array("<html>".utf8))
        #expect(try get(origin, "/radio/5.aac").head.contains("Location: /radio/6.aac"))
        let client = try LoopbackClient(port: origin.port)
        client.send("GET /radio/4.aac HTTP/1.1\r\n\r\n")
        _ = client.receiveHead()
        #expect(client.receive(exactly: 10).count == 10)
        #expect(client.receiveAvailable().isEmpty)
        origin.release()
        #expect(client.receive(exactly: 90).count == 90)
        origin.heal()
        #expect(try get(origin, "/radio/2.aac").body.count == 100)
        origin.failSegments(percent: 30)
        let statuses = try (0..<100).map { try get(origin, "/radio/\($0).aac").status }
        let failed = statuses.count { $0 == "503 Service Unavailable" }
        #expect((10...50).contains(failed))
    }

    @Test func `a throttled link takes its time`() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        origin.serve("/file", [UInt8](repeating: 1, count: 8000))
        origin.throttle(kilobitsPerSecond: 128)
        let begin = ContinuousClock.now
        #expect(try get(origin, "/file").body.count == 8000)
        // At 16,000 bytes per second, 8,000 bytes take half a second, or more on a busy computer.
        #expect(ContinuousClock.now - begin > .milliseconds(400))
        #expect(origin.bodyBytes == 8000)
    }

    @Test func `playlists in gzip, and a multivariant one`() throws {
        let origin = try HlsOrigin()
        defer { origin.stop() }
        let text = HlsOrigin.multivariant([.init("a.m3u8", "BANDWIDTH=1"), .init("b.m3u8", "BANDWIDTH=2")])
        origin.serve("/master.m3u8", playlist: text)
        guard case .multivariant(let list) = try M3U8Reader.read(try get(origin, "/master.m3u8").body) else {
            return #expect(Bool(false))
        }
        #expect(list.variants.map(\.uri) == ["a.m3u8", "b.m3u8"])
        origin.compressPlaylists()
        let answer = try get(origin, "/master.m3u8", headers: ["Accept-Encoding: gzip"])
        #expect(answer.head.contains("Content-Encoding: gzip"))
        let directory = try TemporaryDirectory()
        let file = directory.path + "/list.gz"
        #expect(
            try ChildProcess.run("sh", ["-c", "printf '\(answer.body.map(Self.octal).joined())' > \(file)"]).code == 0)
        #expect(try ChildProcess.run("gzip", ["-dc", file]).output == text)
    }

    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }

    @Test func `packed audio tells its time and title`() throws {
        let programme = try HlsProgramme.packed(.mp3, seconds: 2, timestamp: 1 << 33 - 90_000, titles: [1: "Two"])
        let segments = (0..<10).compactMap { programme($0) }
        #expect(segments.count == 4)
        let sound = try Sample.mp3.read()
        let second = segments[1].content()
        let tag = try #require(second.withUnsafeBytes { Id3Tag($0) })
        #expect(tag.title == "Two")
        // The second segment begins after 77 frames of 1,152 samples. The first one begins a second before the 33-bit
        // clock of the time stamps restarts.
        let ticks = UInt64(77 * 1152 * 90_000 / 44_100 - 90_000)
        #expect(second.firstRange(of: (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * UInt64($0))) }) != nil)
        let frames = segments.flatMap { segment in
            let bytes = segment.content()
            let length = bytes.withUnsafeBytes { Id3Tag.length(of: $0) } ?? 0
            return Samples.mpegPackets(Array(bytes[length...]))
        }
        #expect(frames == Samples.mpegPackets(sound))
        #expect(
            segments.reduce(.zero) { $0 + $1.duration } == MediaTime(samples: Int64(frames.count * 1152), rate: 44_100))
    }

    // MARK: ffmpeg

    @Test(.enabled(if: FfmpegHls.isInstalled), arguments: [FfmpegHls.Container.transportStream, .fragmentedMP4])
    func `ffmpeg makes HLS of every kind`(container: FfmpegHls.Container) throws {
        let hls = try FfmpegHls(
            input: Sample.mp3.path, container, kilobits: [128, 64], isEncrypted: container == .transportStream)
        defer { hls.stop() }
        guard case .multivariant(let list) = try M3U8Reader.read(try get(hls.origin, "/master.m3u8").body) else {
            return #expect(Bool(false))
        }
        #expect(list.variants.count == 2)
        for variant in list.variants {
            let media = try playlist(hls.origin, "/" + variant.uri)
            #expect(media.isEnded)
            #expect(media.segments.count >= 4)
            #expect((media.segments.first?.key != nil) == (container == .transportStream))
            #expect((media.segments.first?.map != nil) == (container == .fragmentedMP4))
            for uri in media.segments.map(\.uri) + media.segments.compactMap({ $0.key?.uri ?? $0.map?.uri }) {
                #expect(try get(hls.origin, "/" + uri).status == "200 OK")
            }
        }
    }

    @Test(.enabled(if: FfmpegHls.isInstalled)) func `ffmpeg runs a live window`() throws {
        let hls = try FfmpegHls(input: Sample.aac.path, .transportStream, seconds: 1, isLive: true)
        defer { hls.stop() }
        var last = try playlist(hls.origin, "/media.m3u8")
        #expect(!last.isEnded)
        // Waits until the live window has moved, for up to a minute on a busy computer.
        for _ in 0..<600 where (last.segments.last?.sequence ?? 0) < 3 {
            usleep(100_000)
            last = try playlist(hls.origin, "/media.m3u8")
        }
        #expect((last.segments.last?.sequence ?? 0) >= 3)
    }
}

import Glibc
import TestSupport
import Testing

/// The test servers and measuring tools of this folder and of Tests/Support do what the other tests expect.
@Suite struct TestServersTests {
    private func listen(_ port: UInt16, _ path: String = "/stream") throws -> (LoopbackClient, head: String) {
        // On a busy computer, Icecast sometimes closes a connection without a response.
        for _ in 0..<4 {
            let (client, head) = try ask(port, path)
            if !head.isEmpty { return (client, head) }
        }
        return try ask(port, path)
    }

    private func ask(_ port: UInt16, _ path: String) throws -> (LoopbackClient, head: String) {
        let client = try LoopbackClient(port: port)
        client.send("GET \(path) HTTP/1.0\r\nIcy-MetaData: 1\r\n\r\n")
        return (client, client.receiveHead())
    }

    private func port(_ url: String) throws -> UInt16 {
        try #require(UInt16(url.split(separator: ":").last?.prefix { $0.isNumber } ?? ""))
    }

    @Test(arguments: Sample.all) func samplesAreThere(_ sample: Sample) throws {
        #expect(try sample.read().count > 8000)
    }

    @Test func icyServerSendsSoundAndTitlesAtTheirPlaces() throws {
        var settings = IcyServer.Settings()
        settings.metaint = 1000
        settings.loops = false
        let sound = (0..<5000).map { UInt8($0 % 251) }
        let station = try IcyServer(
            [
                .init(Array(sound[..<2000]), bytesPerSecond: 1_000_000, title: "One"),
                .init(Array(sound[2000...]), bytesPerSecond: 1_000_000, title: "Two's"),
            ], settings: settings)
        defer { station.stop() }
        let (client, head) = try listen(port(station.url))
        #expect(head.contains("icy-metaint: 1000"))
        var got: [UInt8] = []
        var titles: [Int: String] = [:]
        for _ in 0..<5 {
            got += client.receive(exactly: 1000)
            let units = Int(client.receive(exactly: 1).first ?? 0)
            if units > 0 {
                titles[got.count] = String(
                    decoding: client.receive(exactly: units * 16).prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        #expect(got == sound)
        #expect(titles == [1000: "StreamTitle='One';", 2000: "StreamTitle='Two's';"])
        #expect(client.receive().isEmpty)
        #expect(station.blocks.map(\.soundBytes) == [1000, 2000])
    }

    @Test func icyServerIsPacedFreezesAndDrops() throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let (client, _) = try listen(port(station.url))
        // The server sends a burst of two seconds at once, but not the rest of its sound.
        #expect(client.receive(exactly: 32_000).count == 32_000)
        #expect(station.soundBytes < 64_000)
        station.freeze()
        let frozen = station.soundBytes
        usleep(100_000)
        #expect(station.soundBytes <= frozen + 1024)
        station.thaw()
        #expect(client.receive(exactly: 8_000).count == 8_000)
        station.drop()
        while !client.receive().isEmpty {}
        #expect(station.requests.count == 1)
        #expect(try listen(port(station.url)).head.hasPrefix("HTTP/1.0 200 OK"))
    }

    @Test(.enabled(if: IcecastServer.isInstalled)) func icecastServesASourceWithItsTitle() throws {
        let icecast = try IcecastServer()
        let source = try icecast.feed("/radio.mp3", .mp3)
        defer { source.stop() }
        try icecast.setTitle("Señor 'X' & Co", on: "/radio.mp3")
        let (client, head) = try listen(icecast.port, "/radio.mp3")
        #expect(head.hasPrefix("HTTP/1.0 200 OK"))
        #expect(head.lowercased().contains("icy-metaint:16000"))
        let sound = client.receive(exactly: 16_000)
        #expect(sound.count == 16_000)
        let units = Int(client.receive(exactly: 1).first ?? 0)
        let title = String(decoding: client.receive(exactly: units * 16).prefix { $0 != 0 }, as: UTF8.self)
        #expect(title.contains("StreamTitle='Señor 'X' & Co';"))
    }

    @Test(.enabled(if: IcecastServer.isInstalled && ChildProcess.exists("ffmpeg")))
    func icecastIsFedByFFmpeg() throws {
        let icecast = try IcecastServer()
        let feeder = try icecast.feedWithFFmpeg(
            "/radio.aac", format: "adts", contentType: "audio/aac",
            ["-stream_loop", "-1", "-i", Sample.aac.path, "-c", "copy"])
        defer { feeder.end() }
        let (client, _) = try listen(icecast.port, "/radio.aac")
        #expect(client.receive(exactly: 4000).count == 4000)
    }

    // MARK: StepTones

    /// Returns the left channel of the ``Sample`` files as it was before encoding: rising tones.
    private func tones(rate: Int, seconds: Double = 3) -> [Float] {
        var phase = 0.0
        let tones = Sample.mp3.tones
        return (0..<Int(seconds * Double(rate))).map { index in
            defer { phase += 2 * .pi * tones[index * 2 / rate] / Double(rate) }
            return Float(0.5 * sin(phase))
        }
    }

    @Test func stepTonesAreFoundWhereTheyAre() throws {
        let silence = [Float](repeating: 0, count: 11_025)
        let runs = StepTones(silence + tones(rate: 44_100), rate: 44_100).runs(of: Sample.mp3.tones)
        #expect(runs.map(\.frequency) == Array(Sample.mp3.tones.prefix(6)))
        for (index, run) in runs.enumerated() {
            #expect(abs(run.start - 0.25 - Double(index) / 2) < 0.015, "step \(index)")
            #expect(abs(run.length - 0.5) < 0.03, "step \(index)")
            #expect(run.slips.isEmpty, "step \(index)")
        }
    }

    @Test(arguments: [-300, -30, -2, 2, 30, 300]) func lostAndDoubledSamplesAreSeen(_ count: Int) throws {
        var sound = tones(rate: 44_100)
        let place = 44_100 + 11_025
        if count < 0 {
            sound.removeSubrange(place..<place - count)
        } else {
            sound.insert(contentsOf: sound[place - count..<place], at: place)
        }
        let slips = StepTones(sound, rate: 44_100).runs(of: Sample.mp3.tones).flatMap(\.slips)
        #expect(slips.count == 1)
        let slip = try #require(slips.first)
        #expect(abs(slip.time - 1.25) < 0.03)
        let period = 44_100 / Sample.mp3.tones[2]
        let difference = (slip.samples - Double(count)).remainder(dividingBy: period)
        #expect(abs(difference) < 1.5, "\(slip.samples)")
    }
}

import Glibc
import RadioLoop
import Synchronization
import TestSupport
import Testing

@testable import RadioDemo

@Suite struct DemoStationTests {
    /// What a listener received of the demo station's stream.
    private struct Reception: Sendable {
        var head = ""
        var sound: [UInt8] = []
        /// The received titles, by the number of bytes of sound before each.
        var titles: [Int: String] = [:]
    }

    /// Runs the demo station while another thread runs `listen`. Returns the result of `listen`.
    private func withStation<Result: Sendable>(
        _ listen: @escaping @Sendable (_ port: UInt16) throws -> Result
    ) throws -> Result {
        let loop = try EventLoop()
        let station = try DemoStation(loop: loop)
        defer { station.stop() }
        let port = try #require(UInt16(station.url.split(separator: ":")[2].prefix { $0.isNumber }))
        let box = Box<Result>()
        LoopThread.start {
            let result = Swift.Result { try listen(port) }
            box.value.withLock { $0 = result }
            loop.postFromAnyThread {}
        }
        #expect(loop.turn(within: .seconds(60)) { box.value.withLock { $0 != nil } })
        return try #require(box.value.withLock { $0 }).get()
    }

    private final class Box<Result: Sendable>: Sendable {
        let value = Mutex<Swift.Result<Result, any Error>?>(nil)
    }

    private static func receive(_ port: UInt16, soundBytes: Int, titles: Bool = true) throws -> Reception {
        let client = try LoopbackClient(port: port)
        client.send("GET /demo HTTP/1.1\r\nHost: x\r\n" + (titles ? "ICY-METADATA: 1\r\n" : "") + "\r\n")
        var reception = Reception(head: client.receiveHead())
        guard titles else {
            reception.sound = client.receive(exactly: soundBytes)
            return reception
        }
        while reception.sound.count < soundBytes {
            reception.sound += client.receive(exactly: DemoProgramme.metaint)
            let units = Int(client.receive(exactly: 1).first ?? 0)
            if units > 0 {
                let text = client.receive(exactly: units * 16).prefix { $0 != 0 }
                reception.titles[reception.sound.count] = String(decoding: text, as: UTF8.self)
            }
        }
        return reception
    }

    /// Returns the position in the demo station's repeating sound at which `sound` begins, or nil if `sound` is
    /// something else.
    private func place(of sound: [UInt8]) -> Int? {
        let programme = DemoProgramme()
        let starts = stride(from: 0, to: 4 * section, by: DemoProgramme.metaint)
        return starts.first { start in
            var bytes: [UInt8] = []
            var position = start
            while bytes.count < sound.count { position = programme.append(from: position, to: &bytes) }
            return bytes.starts(with: sound)
        }
    }

    private let section = DemoSound.sectionFrames * DemoSound.frameBytes

    @Test func titlesStandWhereTheirSectionsBegin() throws {
        let section = section
        let reception = try withStation { try Self.receive($0, soundBytes: section + DemoProgramme.metaint) }
        #expect(reception.head.hasPrefix("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n"))
        #expect(reception.head.contains("\r\nicy-metaint: 1728\r\n"))
        // The listener begins at the start of the programme, or slightly later on a slow computer.
        let start = try #require(place(of: reception.sound))
        let end = start + reception.sound.count
        var expected = [start + DemoProgramme.metaint]
        expected += stride(from: 0, through: end, by: section).filter { $0 > expected[0] }
        #expect(reception.titles.keys.sorted() == expected.map { $0 - start })
        for position in expected {
            let title = DemoProgramme.titles[position / section % 4]
            #expect(reception.titles[position - start] == "StreamTitle='\(title)';")
        }
    }

    @Test func soundIsWholeFramesWithoutAndWithTitles() throws {
        let (plain, titled) = try withStation { port in
            (
                try Self.receive(port, soundBytes: 8_640, titles: false),
                try Self.receive(port, soundBytes: 8_640)
            )
        }
        #expect(!plain.head.contains("icy-metaint"))
        for sound in [plain.sound, titled.sound] {
            let starts = stride(from: 0, to: sound.count, by: DemoSound.frameBytes)
            // MPEG-1 Layer III without CRC, 64 kbit/s, 48 kHz.
            #expect(starts.allSatisfy { sound[$0...].starts(with: [0xFF, 0xFB, 0x54]) })
        }
    }

    @Test func severalListenersHearTheProgramme() throws {
        let receptions = try withStation { port in
            try (0..<4).map { _ in try Self.receive(port, soundBytes: 4_000, titles: false) }
        }
        for reception in receptions { #expect(place(of: reception.sound) != nil) }
    }

    @Test func theBurstComesAtOnceAndTheRestInTime() throws {
        let loop = try EventLoop.byHand()
        let station = try DemoStation(loop: loop)
        defer { station.stop() }
        let port = try #require(UInt16(station.url.split(separator: ":")[2].prefix { $0.isNumber }))
        let client = try LoopbackClient(port: port)
        let begin = loop.now
        client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(loop.turn { station.listenerCount == 1 })
        loop.turn(mayBlock: false)
        // Three seconds of sound (24,000 bytes) arrive at once as a burst. No further turn of the loop is needed.
        _ = client.receiveHead()
        #expect(client.receive(exactly: 20_000).count == 20_000)
        var received = 20_000
        while received < 36_000 {
            loop.pass(.milliseconds(50))
            received += client.receiveAvailable().count
        }
        // The next 12,000 bytes take 1.5 s of real time, minus at most the duration of one chunk.
        let took = begin.duration(to: loop.now)
        #expect(took > .milliseconds(1_250) && took < .milliseconds(2_250), "\(took)")
    }

    @Test func listenersThatTakeNothingCostNoMemoryAndOthersGoOn() throws {
        let loop = try EventLoop.byHand()
        let station = try DemoStation(loop: loop)
        defer { station.stop() }
        let port = try #require(UInt16(station.url.split(separator: ":")[2].prefix { $0.isNumber }))
        let clients = try (0..<DemoStation.maximumListeners).map { _ in try LoopbackClient(port: port) }
        #expect(loop.turn { station.listenerCount == clients.count })
        // The station has its maximum number of listeners, so one more is refused.
        let tooMany = try LoopbackClient(port: port)
        loop.settle()
        #expect(tooMany.receive().isEmpty)
        for client in clients.dropFirst() { client.send("GET / HTTP/1.0\r\n\r\n") }
        withExtendedLifetime(clients) { loop.pass(.seconds(10)) }
        #expect(station.listenerCount == clients.count)
    }

    @Test func aListenerThatLeavesIsForgotten() throws {
        let loop = try EventLoop()
        let station = try DemoStation(loop: loop)
        defer { station.stop() }
        let port = try #require(UInt16(station.url.split(separator: ":")[2].prefix { $0.isNumber }))
        do {
            let client = try LoopbackClient(port: port)
            client.send("GET / HTTP/1.0\r\n\r\n")
            #expect(loop.turn { station.listenerCount == 1 })
        }
        #expect(loop.turn { station.listenerCount == 0 })
    }

    @Test(arguments: ["POST / HTTP/1.0\r\n\r\n", "\r\n\r\n", "nonsense\n\n"])
    func otherRequestsAreRefused(_ request: String) throws {
        let head = try withStation { port in
            let client = try LoopbackClient(port: port)
            client.send(request)
            return client.receiveHead()
        }
        #expect(head.hasPrefix("HTTP/1.0 405"))
    }

    @Test func anEndlessRequestIsCutOff() throws {
        let answer = try withStation { port in
            let client = try LoopbackClient(port: port)
            let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1024)
            for _ in 0..<64 { guard client.send(line) else { break } }
            return client.receive()
        }
        #expect(answer.isEmpty)
    }

    @Test func stopEndsEverything() throws {
        let loop = try EventLoop()
        let station = try DemoStation(loop: loop)
        let port = try #require(UInt16(station.url.split(separator: ":")[2].prefix { $0.isNumber }))
        let client = try LoopbackClient(port: port)
        client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(loop.turn { station.listenerCount == 1 })
        station.stop()
        while !client.receive().isEmpty {}
        #expect(throws: LoopbackError.self) { try LoopbackClient(port: port) }
    }

    @Test func theProgrammeIsOneSeamlessLoop() {
        let programme = DemoProgramme()
        var bytes: [UInt8] = []
        var position = 0
        let loop = DemoSound.sections * DemoSound.sectionFrames * DemoSound.frameBytes
        while position < 2 * loop { position = programme.append(from: position, to: &bytes) }
        #expect(bytes.count == 2 * loop)
        #expect(bytes[..<loop] == bytes[loop...])
        #expect(programme.title(at: 0) == programme.title(at: loop))
        #expect(Set(DemoProgramme.titles).count == DemoSound.sections)
    }
}

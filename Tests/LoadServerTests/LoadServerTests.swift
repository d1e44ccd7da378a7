import Glibc
import LoadServer
import RadioJSON
import RadioLists
import RadioLoop
import TestSupport
import Testing

struct LoadServerTests {
    /// Fifty listeners read each title in the server's record once and in order, with faults and without.
    @Test(arguments: [false, true])
    func fiftyListenersGetWhatIsWrittenDown(hasFaults: Bool) throws {
        let directory = try TemporaryDirectory()
        var options = LoadOptions()
        (options.streams, options.hosts, options.hasFaults) = (52, 2, hasFaults)
        (options.titleEvery, options.faultEvery) = (.seconds(4), .seconds(4))
        options.sentLog = directory.path + "/sent.jsonl"
        let server = try LoadServerThread(options)
        defer { server.stop() }

        let loop = try EventLoop()
        var logged: [LoggedTrack] = []
        let listeners = (0..<options.streams).map { number in
            RawListener(
                MountPlan(number: number, hasFaults: hasFaults), port: server.ports[number % 2], loop: loop
            ) { logged.append($0) }
        }
        for listener in listeners { try listener.connect() }
        let deadline = MonotonicInstant.now.advanced(by: .seconds(60))
        loop.schedule(at: deadline) {}
        var isRefused: Bool { listeners.contains { $0.statuses.contains("HTTP/1.0 503 Service Unavailable") } }
        while logged.count < 200 || isRefused != hasFaults, MonotonicInstant.now < deadline {
            loop.turn(mayBlock: true)
        }
        for listener in listeners { listener.leave() }
        let summary = server.stop()

        var check = LoadCheck()
        try LineFile.read(directory.path + "/sent.jsonl") { check.addSent(line: $0) }
        for track in logged { check.addLogged(track) }
        let report = check.report()
        #expect(report.isGood, "\(report.text(examples: 3))")
        #expect(report.stations == options.streams)
        #expect(report.required > 100)
        #expect(listeners.allSatisfy { $0.soundBytes >= options.burst })
        let statuses = Set(listeners.flatMap(\.statuses))
        #expect(statuses.isSuperset(of: ["HTTP/1.0 200 OK", "ICY 200 OK", "HTTP/1.1 200 OK"]))
        #expect((summary.connections > options.streams) == hasFaults)
        #expect(statuses.contains("HTTP/1.0 503 Service Unavailable") == hasFaults)
        #expect(summary.doubledListeners == 0)
    }

    @Test func theListNamesEveryMount() throws {
        var options = LoadOptions()
        (options.streams, options.hosts) = (30, 3)
        let server = try LoadServerThread(options)
        defer { server.stop() }
        let file = try StationFile.read(Array(server.library.utf8))
        #expect(file.problems.isEmpty)
        #expect(file.stations.map(\.id) == (0..<30).map { "load-\($0)" })
        #expect(file.stations[4].urls == ["http://127.0.0.1:\(server.ports[1])/s/4"])
        #expect(file.stations[4].charset == "KOI8-R")
        #expect(file.stations[11].charset == nil)
        #expect(Set(server.ports).count == 3)
    }

    @Test func theStatusPageTellsThePortsMounts() throws {
        let directory = try TemporaryDirectory()
        var options = LoadOptions()
        (options.streams, options.hosts, options.hasStatusPage) = (5, 2, true)
        options.titleEvery = .seconds(3600)
        options.sentLog = directory.path + "/sent.jsonl"
        let server = try LoadServerThread(options)
        defer { server.stop() }

        let first = try answer(server.ports[1], "/status-json.xsl")
        #expect(first.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        let json = try JSONReader.read(first.body)
        guard case .array(let sources) = json["icestats"]?["source"] else {
            Issue.record("no list of sources: \(json.text)")
            return
        }
        #expect(sources.map { $0["server_name"]?.string } == ["Load 1", "Load 3"])
        #expect(sources.allSatisfy { $0["title"]?.string?.contains(" - ") == true })
        let tag = try #require(first.head.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }).dropFirst(6)
        let second = try answer(server.ports[1], "/status-json.xsl", "If-None-Match: \(tag)\r\n")
        #expect(second.head.hasPrefix("HTTP/1.1 304 "))
        #expect(second.body.isEmpty)
        #expect(try answer(server.ports[0], "/s/5").head.hasPrefix("HTTP/1.0 404 "))
        #expect(server.stop().statusPages == 2)
        var pages = 0
        try LineFile.read(directory.path + "/sent.jsonl") { line in
            if let json = try? JSONReader.read(line), json["type"]?.string == "page" { pages += 1 }
        }
        #expect(pages == 2)
    }

    private func answer(_ port: UInt16, _ path: String, _ more: String = "") throws -> (head: String, body: [UInt8]) {
        let client = try LoopbackClient(port: port)
        client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(more)\r\n")
        let head = client.receiveHead()
        var body: [UInt8] = []
        while case let part = client.receive(), !part.isEmpty { body += part }
        return (head, body)
    }
}

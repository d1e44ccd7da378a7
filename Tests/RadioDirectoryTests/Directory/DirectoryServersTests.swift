import TestSupport
import Testing

@testable import RadioDirectory

struct DirectoryServersTests {
    private static let all = "https://all.api.radio-browser.info"

    private static func find(_ answers: [String: DnsQuery.Outcome]) -> (servers: [String], asked: [String]) {
        var random = SeededGenerator(seed: 7)
        var asked: [String] = []
        let servers = DirectoryServers.find(using: &random) { name, kind in
            asked.append("\(name) \(kind)")
            return answers["\(name) \(kind)"] ?? .none
        }
        return (servers, asked)
    }

    @Test func servicesByTheirPriority() {
        let found = Self.find([
            "_api._tcp.radio-browser.info service": .records([
                .service(host: "fi1.api.radio-browser.info", priority: 20),
                .service(host: "de2.api.radio-browser.info", priority: 10),
                .service(host: "de1.api.radio-browser.info", priority: 10),
                .service(host: "de1.api.radio-browser.info", priority: 30),
                // A name server that lies is not followed elsewhere.
                .service(host: "radio-browser.info.example.com", priority: 0),
            ])
        ])
        #expect(
            Set(found.servers.prefix(2)) == [
                "https://de1.api.radio-browser.info", "https://de2.api.radio-browser.info",
            ])
        #expect(found.servers.dropFirst(2) == ["https://fi1.api.radio-browser.info", Self.all])
        #expect(found.asked.count == 1)
    }

    /// Some routers answer no questions for services.
    @Test func withoutServicesTheAddressesHaveNames() {
        let found = Self.find([
            "all.api.radio-browser.info a": .records([.address([192, 0, 2, 1]), .address([192, 0, 2, 2])]),
            "1.2.0.192.in-addr.arpa pointer": .records([.host("de1.api.radio-browser.info")]),
        ])
        #expect(found.servers == ["https://de1.api.radio-browser.info", Self.all])
        #expect(found.asked.count == 5)
    }

    @Test func withoutAnAnswerNothingElseIsAsked() {
        let found = Self.find(["_api._tcp.radio-browser.info service": .silence])
        #expect(found.servers == [Self.all])
        #expect(found.asked.count == 1)
        #expect(Self.find([:]).servers == [Self.all])
    }

    @Test func noMoreThanAFew() {
        let many = (0..<60).map { DnsAnswer.Record.service(host: "s\($0).api.radio-browser.info", priority: 0) }
        let found = Self.find(["_api._tcp.radio-browser.info service": .records(many)])
        #expect(found.servers.count == DirectoryServers.maximumCount)
        #expect(found.servers.last == Self.all)
    }

    @Test func namesOfAddresses() {
        #expect(DirectoryServers.reverseName([192, 0, 2, 1]) == "1.2.0.192.in-addr.arpa")
        // RFC 3596 §2.5.
        let six: [UInt8] = [0x43, 0x21, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0x56, 0x78, 0x9A, 0xBC]
        #expect(
            DirectoryServers.reverseName(six)
                == "c.b.a.9.8.7.6.5.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.0.0.0.0.1.2.3.4.ip6.arpa")
    }

    /// The system's own resolver, against a name server of the test's.
    @Test func theResolverAsks() throws {
        let name = "_api._tcp.radio-browser.info"
        let server = try NameServer([
            .init(name: name, type: 33): [[0, 1, 0, 1, 1, 0xBB] + NameAnswer.name("de1.api.radio-browser.info")],
            .init(name: "all.api.radio-browser.info", type: 1): [[192, 0, 2, 1]],
        ])
        defer { server.stop() }
        let port = server.port
        #expect(
            DnsQuery.ask(name, .service, port: port)
                == .records([.service(host: "de1.api.radio-browser.info", priority: 1)]))
        #expect(DnsQuery.ask("all.api.radio-browser.info", .a, port: port) == .records([.address([192, 0, 2, 1])]))
        #expect(DnsQuery.ask("none.radio-browser.info", .a, port: port) == .none)
        #expect(server.questions.map(\.type) == [33, 1, 1])
    }
}

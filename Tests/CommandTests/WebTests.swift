import Glibc
import RadioLoop
import TestSupport
import Testing

/// The web server of `longwave serve` and `longwave log`.
@Suite struct WebTests {
    /// Asks the server at a port, and returns its answer; nil while nothing listens there.
    private static func ask(_ port: UInt16, _ path: String, token: String = "") -> String? {
        guard let client = try? LoopbackClient(port: port) else { return nil }
        client.send(
            "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n")
        var bytes: [UInt8] = []
        while case let more = client.receive(), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func token(_ folder: String) throws -> String {
        try LongwaveBinary.read(folder + "/longwave/http-token").filter { $0 != "\n" }
    }

    /// The settings file starts the server; without them, nothing listens.
    @Test(arguments: [true, false]) func theSharedPlayer(_ isInSettings: Bool) throws {
        let port = try LoopbackClient.freePort()
        let settings = "[http]\nlisten = \"127.0.0.1:\(port)\"\nhosts = [\"radio.lan\"]"
        let service = try ServeTests.Service(
            ["--output", "null"] + (isInSettings ? [] : ["--http", "\(port)"]),
            configuration: isInSettings ? settings : nil)
        #expect(ServeTests.waits { Self.ask(port, "/health") != nil })
        let token = try Self.token(service.folder.path + "/state")
        #expect(Self.ask(port, "/api/v1/state")?.hasPrefix("HTTP/1.1 401") == true)
        #expect(Self.ask(port, "/api/v1/state", token: token)?.contains("\"status\":\"stopped\"") == true)
        service.stop()
        #expect(Self.ask(port, "/health") == nil)
    }

    @Test func nothingListensUnlessAsked() throws {
        let service = try ServeTests.Service()
        #expect(!LocalFile.exists(service.folder.path + "/state/longwave/http-token"))
    }

    @Test func aPortThatIsTakenIsSaid() throws {
        let taken = try LoopbackServer { _ in }
        defer { taken.stop() }
        let service = try ServeTests.Service(
            ["--output", "null", "--http", "127.0.0.1:\(taken.port)"], output: .pipedWithErrors)
        service.stop()
        #expect(service.child.readAll().contains("Port \(taken.port) at 127.0.0.1 is in use by another program."))
    }

    @Test func aPrivatePlayer() throws {
        let folder = try TemporaryDirectory()
        let port = try LoopbackClient.freePort()
        let station = try IcyServer(.mp3, title: "A - B")
        defer { station.stop() }
        let settings = LongwaveBinary.environment(["HOME": folder.path]).map { "\($0.key)=\($0.value)" }
        let arguments = ["play", station.url, "--output", "null", "--http", "\(port)"]
        let player = try ChildProcess("env", ["-i"] + settings + [LongwaveBinary.path] + arguments)
        defer { player.end() }
        #expect(ServeTests.waits { Self.ask(port, "/health")?.hasSuffix("\r\n\r\nok\n") == true })
        let token = try Self.token(folder.path + "/.local/state")
        #expect(ServeTests.waits { Self.ask(port, "/api/v1/state", token: token)?.contains("\"A - B\"") == true })
    }

    @Test func figuresOfTheLog() throws {
        let folder = try TemporaryDirectory()
        let port = try LoopbackClient.freePort()
        let station = try IcyServer(.mp3, title: "A - B")
        defer { station.stop() }
        let settings = LongwaveBinary.environment(["HOME": folder.path]).map { "\($0.key)=\($0.value)" }
        let arguments = ["log", station.url, "--to", folder.path + "/log.jsonl", "--http", "127.0.0.1:\(port)"]
        let log = try ChildProcess("env", ["-i"] + settings + [LongwaveBinary.path] + arguments)
        defer { log.end() }
        #expect(ServeTests.waits { Self.ask(port, "/health")?.hasSuffix("\r\n\r\nok\n") == true })
        let token = try Self.token(folder.path + "/.local/state")
        #expect(
            ServeTests.waits {
                Self.ask(port, "/metrics", token: token)?.contains("longwave_log_titles_total 1\n") == true
            })
        #expect(Self.ask(port, "/api/v1/state", token: token)?.hasPrefix("HTTP/1.1 404") == true)
    }
}

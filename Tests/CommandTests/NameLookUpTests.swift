import Glibc
import Longwave
import TestSupport
import Testing

/// How the program looks up the names of servers while the test changes the name's address or withholds it. The test
/// replaces files in /etc by mounting, which needs root.
@Suite(.enabled(if: Namespaces.areAllowed), .serialized) struct NameLookUpTests {
    /// Runs the program. For this program, `file` takes the place of the computer's file `path`, such as /etc/hosts.
    private func start(_ file: String, asIf path: String, _ arguments: [String]) throws -> ChildProcess {
        let script = "mount --bind \"$1\" \"$2\" && shift 2 && exec env \"$@\""
        return try ChildProcess(
            "unshare",
            ["-m", "sh", "-c", script, "sh", file, path] + PlayTests.plain + [LongwaveBinary.path, "play", "--json"]
                + ["--output", "null"] + arguments, output: .piped)
    }

    private static func isPlaying(_ line: String) -> Bool {
        line.contains(#""event":"statusDidChange""#) && line.contains(#""status":"playing""#)
    }

    /// A station's name gets another IP address, and the server at the old address is gone. The program resolves the
    /// name again and reconnects.
    @Test func aNameIsLookedUpForEachTry() throws {
        let sound = try Sample.mp3.read()
        let script: LoopbackServer.Script = { connection in
            connection.begin()
            connection.send(sound, inPiecesOf: 8000, every: 250)
            connection.waitUntilClosed()
        }
        let old = try LoopbackServer(host: "127.0.0.2", script: script)
        let new = try LoopbackServer(host: "127.0.0.3", port: old.port, script: script)
        defer { new.stop() }
        let directory = try TemporaryDirectory()
        let hosts = directory.path + "/hosts"
        try TextFile.write("127.0.0.2 radio.test\n", to: hosts)
        let child = try start(hosts, asIf: "/etc/hosts", ["http://radio.test:\(old.port)/"])
        let lines = LineReader(child)
        #expect(lines.first(where: Self.isPlaying) != nil)
        #expect(new.requests.isEmpty)
        // The mount refers to this file itself, not to its name, so the test overwrites the file instead of replacing
        // it.
        try TextFile.write("127.0.0.3 radio.test\n", to: hosts)
        old.stop()
        // `first` waits for up to 60 seconds. A program that kept a resolved name for a minute would not connect to the
        // new server in this time.
        let isAsked = lines.first { _ in !new.requests.isEmpty }
        #expect(isAsked != nil)
        child.send(SIGTERM)
        #expect(child.wait() == 0)
    }

    /// A name server never answers. The program keeps working meanwhile, and plays the station's next address.
    @Test func aLookUpThatHangsHoldsNothingUp() throws {
        let silent = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(silent) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(53).bigEndian
        // A name server's port is always 53, so each run takes an address of its own.
        var (host, isBound) = ("", false)
        for _ in 0..<100 where !isBound {
            host = "127.\(Int.random(in: 1...254)).\(Int.random(in: 1...254)).9"
            inet_pton(AF_INET, host, &address.sin_addr)
            isBound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(silent, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }
        try #require(isBound)
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        let directory = try TemporaryDirectory()
        let resolver = directory.path + "/resolv.conf"
        try TextFile.write("nameserver \(host)\noptions timeout:30 attempts:5\n", to: resolver)
        let list = directory.path + "/stations.json"
        try TextFile.write(
            """
            {"station":[{"name":"Radio","streamURL":"http://hangs.test/","urls":["\(station.url)"]}]}
            """, to: list)
        let child = try start(resolver, asIf: "/etc/resolv.conf", ["--library", list, "Radio"])
        let lines = LineReader(child)
        let retry = lines.first { $0.contains(#""event":"willRetry""#) }
        #expect(retry?.contains("timedOut") == true, "\(retry ?? "nothing")")
        #expect(lines.first(where: Self.isPlaying) != nil)
        child.send(SIGTERM)
        #expect(child.wait() == 0)
        // The program gets a signal while a lookup hangs, and ends. With a blocked event loop, it could not end within
        // a minute.
        let hanging = try start(resolver, asIf: "/etc/resolv.conf", ["http://hangs.test/"])
        let begun = LineReader(hanging)
        #expect(begun.first { $0.contains("connecting") } != nil)
        let before = time(nil)
        hanging.send(SIGTERM)
        #expect(hanging.wait() == 0)
        #expect(time(nil) - before < 20)
    }

    /// Without a network connection, the program reports this and waits. It does not give up the name, which may exist.
    @Test func withoutANetworkItWaits() throws {
        let arguments = PlayTests.plain + [LongwaveBinary.path, "play", "--output", "null", "http://radio.test/"]
        let child = try ChildProcess("unshare", ["-n", "env"] + arguments, output: .piped)
        let lines = LineReader(child)
        let waiting = lines.first { $0.contains("(no network connection)") }
        #expect(waiting?.hasPrefix("connecting: ") == true, "\(waiting ?? "nothing")")
        child.send(SIGTERM)
        #expect(child.wait() == 0)
    }
}

private enum Namespaces {
    static let areAllowed: Bool =
        geteuid() == 0 && ((try? ChildProcess.run("unshare", ["-m", "-n", "true"]))?.code == 0)
}

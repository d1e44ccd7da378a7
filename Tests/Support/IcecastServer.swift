import Glibc
import RadioLoop

/// Runs a real Icecast for one test, on a free loopback port and with files in a directory of its own. Icecast ends
/// when the object is released.
///
///     let icecast = try IcecastServer()
///     let source = try icecast.feed("/radio.mp3", .mp3)     // ends with the object
///     try icecast.setTitle("Artist - Title", on: "/radio.mp3")
///     … play icecast.url("/radio.mp3") …
///
/// Icecast itself delays the first bytes for a new listener by up to 0.4 s.
package final class IcecastServer: Sendable {
    package static let isInstalled = ChildProcess.exists("icecast2")

    package let port: UInt16
    /// A random password, so that a request to another test's server fails.
    private let password = "test\(UInt32.random(in: 0...(.max)))"
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    /// - Parameters:
    ///   - burst: The number of bytes that a new listener gets immediately.
    ///   - wanted: The port to listen on, such as that of an earlier Icecast that this one replaces. Nil takes a free
    ///     port.
    package init(burst: Int = 65_535, port wanted: UInt16? = nil) throws {
        directory = try TemporaryDirectory()
        // Icecast runs as another user, who must reach the directory.
        chmod(directory.path, 0o755)
        // Another test may take the free port before Icecast listens on it.
        var attempt: (UInt16, ChildProcess)?
        for _ in 0..<5 where attempt == nil {
            let port = try wanted ?? LoopbackClient.freePort()
            let configuration = directory.path + "/icecast.xml"
            let process = try Self.start(
                configuration, port: port, burst: burst, directory: directory.path, password: password)
            if Self.waitUntilListening(port, process, password) { attempt = (port, process) }
        }
        guard let attempt else {
            throw ChildProcess.StartError(description: "icecast2 does not listen; see \(directory.path)/error.log")
        }
        (port, process) = attempt
    }

    deinit { process.end() }

    package func url(_ mount: String) -> String { "http://127.0.0.1:\(port)\(mount)" }

    package var pid: pid_t { process.pid }

    /// Stops the process without informing its clients (SIGSTOP). `thaw()` continues it.
    package func freeze() { process.send(SIGSTOP) }
    package func thaw() { process.send(SIGCONT) }

    /// Kills the process.
    package func stop() { process.end() }

    /// Feeds a mount with the sample in real time, repeating it.
    package func feed(_ mount: String, _ sample: Sample, name: String = "Test Station") throws -> IcecastSource {
        let piece = try IcyServer.Piece(sample)
        return try feed(
            mount, piece.sound, bytesPerSecond: piece.bytesPerSecond,
            contentType: sample.codec == .aac ? "audio/aac" : "audio/mpeg", name: name)
    }

    /// Feeds a mount with these bytes in real time, repeating them.
    package func feed(
        _ mount: String, _ sound: [UInt8], bytesPerSecond: Int, contentType: String, name: String = "Test Station"
    ) throws -> IcecastSource {
        try IcecastSource(
            port: port, credentials: Self.credentials("source", password), mount: mount, sound: sound,
            bytesPerSecond: bytesPerSecond, contentType: contentType, name: name)
    }

    /// Feeds a mount through ffmpeg, which encodes the sound. The caller must end the returned process.
    /// - Parameter arguments: The input and the codec: `["-f", "lavfi", "-i", "sine=440", "-c:a", "libmp3lame"]`.
    package func feedWithFFmpeg(
        _ mount: String, format: String, contentType: String, _ arguments: [String]
    ) throws -> ChildProcess {
        let target = "icecast://source:\(password)@127.0.0.1:\(port)\(mount)"
        let child = try ChildProcess(
            "ffmpeg",
            ["-nostdin", "-loglevel", "error", "-re"] + arguments
                + ["-content_type", contentType, "-f", format, target])
        try waitForMount(mount)
        return child
    }

    /// Sets the title of a mount, as a source client does. Icecast sends it in the next metadata block.
    package func setTitle(_ title: String, on mount: String) throws {
        let query = "mount=\(Self.escape(mount))&mode=updinfo&charset=UTF-8&song=\(Self.escape(title))"
        var reply = ""
        // On a busy computer, Icecast may respond only after the client's timeout. Setting the title twice does no
        // harm.
        for _ in 0..<3 where reply.isEmpty { reply = try Self.ask(port, "/admin/metadata?\(query)", password) }
        guard reply.contains("<return>1</return>") else {
            throw ChildProcess.StartError(description: "Icecast refuses a title: \(reply)")
        }
    }

    /// Closes the connections of a mount's listeners, as an administrator does.
    /// - Returns: The number of listeners whose connections were closed.
    package func closeListeners(of mount: String) throws -> Int {
        let mount = Self.escape(mount)
        let list = try Self.ask(port, "/admin/listclients?mount=\(mount)", password)
        let ids = list.components(between: "<ID>", and: "</ID>")
        for id in ids {
            let reply = try Self.ask(port, "/admin/killclient?mount=\(mount)&id=\(id)", password)
            guard reply.contains("<return>1</return>") else {
                throw ChildProcess.StartError(description: "Icecast does not close a listener: \(reply)")
            }
        }
        return ids.count
    }

    // MARK: Icecast's process and its requests

    private func waitForMount(_ mount: String) throws {
        let deadline = MonotonicInstant.now.advanced(by: .seconds(30))
        while MonotonicInstant.now < deadline {
            let client = try LoopbackClient(port: port)
            client.send("GET \(mount) HTTP/1.0\r\n\r\n")
            if client.receiveHead().hasPrefix("HTTP/1.0 200") { return }
            usleep(20_000)
        }
        throw ChildProcess.StartError(description: "nobody feeds \(mount)")
    }

    private static func ask(_ port: UInt16, _ target: String, _ password: String) throws -> String {
        let client = try LoopbackClient(port: port)
        client.send("GET \(target) HTTP/1.0\r\nAuthorization: Basic \(credentials("admin", password))\r\n\r\n")
        var reply: [UInt8] = []
        while case let more = client.receive(), !more.isEmpty { reply += more }
        return String(decoding: reply, as: UTF8.self)
    }

    private static func credentials(_ user: String, _ password: String) -> String {
        Base64Text.encode(Array("\(user):\(password)".utf8))
    }

    private static func escape(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }

    private static func start(
        _ configuration: String, port: UInt16, burst: Int, directory: String, password: String
    ) throws -> ChildProcess {
        var owner = ""
        if getuid() == 0, let nobody = getpwnam("nobody") {
            // Icecast refuses to run as root and changes its user itself. The log directory must belong to that user.
            owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>"
            chown(directory, nobody.pointee.pw_uid, nobody.pointee.pw_gid)
        }
        let admin = "/usr/share/icecast2/admin"
        let text = """
            <icecast>
              <limits><clients>1000</clients><sources>20</sources><queue-size>524288</queue-size>
                <client-timeout>30</client-timeout><header-timeout>15</header-timeout>
                <source-timeout>60</source-timeout><burst-size>\(burst)</burst-size></limits>
              <authentication><source-password>\(password)</source-password>
                <admin-user>admin</admin-user><admin-password>\(password)</admin-password></authentication>
              <hostname>127.0.0.1</hostname>
              <listen-socket><port>\(port)</port><bind-address>127.0.0.1</bind-address></listen-socket>
              <mount type="default"><charset>UTF-8</charset></mount>
              <fileserve>0</fileserve>
              <paths><basedir>\(directory)</basedir><logdir>\(directory)</logdir><webroot>/usr/share/icecast2/web</webroot>
                <adminroot>\(admin)</adminroot></paths>
              <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>2</loglevel></logging>
              <security><chroot>0</chroot>\(owner)</security>
            </icecast>
            """
        guard let file = fopen(configuration, "w") else {
            throw ChildProcess.StartError(description: "\(configuration): \(errno)")
        }
        fputs(text, file)
        fclose(file)
        return try ChildProcess("icecast2", ["-c", configuration])
    }

    /// Waits until Icecast listens and counts its connections. Returns false if another program listens on the port, or
    /// if Icecast has crashed: version 2.4.4 does now and then if a client connects before it counts.
    private static func waitUntilListening(_ port: UInt16, _ process: ChildProcess, _ password: String) -> Bool {
        let deadline = MonotonicInstant.now.advanced(by: .seconds(20))
        while MonotonicInstant.now < deadline, process.isRunning {
            if let reply = try? ask(port, "/admin/stats", password), !reply.isEmpty {
                guard reply.hasPrefix("HTTP/1.0 200") else { return false }
                if reply.contains("<client_connections>"), process.isRunning { return true }
            }
            usleep(10_000)
        }
        return false
    }
}

extension String {
    /// Returns the texts between each `begin` and the next `end`.
    fileprivate func components(between begin: String, and end: String) -> [String] {
        var found: [String] = []
        var rest = self[...]
        while let from = rest.firstRange(of: begin), let to = rest[from.upperBound...].firstRange(of: end) {
            found.append(String(rest[from.upperBound..<to.lowerBound]))
            rest = rest[to.upperBound...]
        }
        return found
    }
}

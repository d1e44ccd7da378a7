import Glibc
import RadioLoop
import Synchronization

/// Feeds a mount of an ``IcecastServer`` with sound in real time, until this object is stopped or released.
package final class IcecastSource: Sendable {
    private let stopping = TestSignal()
    private let ended = TestSignal()
    private let count: Count

    private final class Count: Sendable {
        let bytes = Atomic(0)
    }

    /// The number of bytes of sound sent so far.
    package var sentBytes: Int { count.bytes.load(ordering: .relaxed) }

    init(
        port: UInt16, credentials: String, mount: String, sound: [UInt8], bytesPerSecond: Int, contentType: String,
        name: String
    ) throws {
        let request =
            "SOURCE \(mount) HTTP/1.0\r\nAuthorization: Basic \(credentials)\r\n"
            + "Content-Type: \(contentType)\r\nice-name: \(name)\r\nice-public: 0\r\n\r\n"
        let client = try Self.accepted(request, port: port)
        let (stopping, ended, count) = (stopping, ended, Count())
        self.count = count
        LoopThread.start {
            Self.feed(client, sound, bytesPerSecond: bytesPerSecond, until: stopping, count)
            ended.raise()
        }
    }

    /// Connects as a source and returns the connection once Icecast accepts it. If a busy Icecast responds too late,
    /// this function gives the connection up. Icecast then refuses another source until it notices that the first
    /// connection has ended, so this function tries again.
    private static func accepted(_ request: String, port: UInt16) throws -> LoopbackClient {
        let deadline = MonotonicInstant.now.advanced(by: .seconds(60))
        while true {
            // A busy Icecast may refuse connections for a moment.
            guard let client = try? LoopbackClient(port: port) else {
                guard MonotonicInstant.now < deadline else {
                    throw ChildProcess.StartError(description: "Icecast accepts no connection")
                }
                usleep(50_000)
                continue
            }
            client.send(request)
            let head = client.receiveHead()
            if head.hasPrefix("HTTP/1.0 200") { return client }
            guard head.isEmpty || head.hasPrefix("HTTP/1.0 403"), MonotonicInstant.now < deadline else {
                throw ChildProcess.StartError(description: "Icecast refuses a source: \(head)")
            }
            usleep(50_000)
        }
    }

    deinit { stop() }

    /// Ends the source. Icecast then closes the listeners' connections.
    package func stop() {
        stopping.raise()
        ended.wait()
    }

    /// Sends sound one second ahead of real time, as most sources do at their start, such as ffmpeg with `-re`.
    private static func feed(
        _ client: LoopbackClient, _ sound: [UInt8], bytesPerSecond: Int, until stop: TestSignal, _ told: Count
    ) {
        let begin = MonotonicInstant.now
        var (position, sent) = (0, 0)
        while !stop.isRaised {
            let due = Int((begin.duration(to: .now).inSeconds + 1) * Double(bytesPerSecond))
            guard sent < due else {
                _ = TestSignal.wait(for: [stop.descriptor], milliseconds: 10)
                continue
            }
            let count = min(1024, sound.count - position)
            guard client.send(Array(sound[position..<position + count])) else { return }
            position = (position + count) % sound.count
            sent += count
            told.bytes.store(sent, ordering: .relaxed)
        }
    }
}

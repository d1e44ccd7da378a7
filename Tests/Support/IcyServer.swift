import Glibc
import RadioLoop
import Synchronization

/// A station for tests: a scripted ICY server on a free loopback port. It sends its programme to each listener from the
/// beginning, in real time after a burst, with titles at exact places of the sound.
///
///     let station = try IcyServer([
///         .init(try Sample.mp3.read(), bytesPerSecond: 16_000, title: "One"),
///         .init(try Sample.mp3Mono48.read(), bytesPerSecond: 8_000, title: "Two"),
///     ])
///     … play station.url …
///     station.freeze() / .thaw() / .drop() / .trickle(bytesPerSecond: 1000) / .setTitle("Three")
///
/// A test must call `stop()`, because a running server keeps itself alive.
package final class IcyServer: Sendable {
    /// A part of the programme. Its sound consists of whole frames, so that the next part begins at a frame.
    package struct Piece: Sendable {
        package var sound: [UInt8]
        package var bytesPerSecond: Int
        /// The title in the first metadata block at or after the piece's first byte. Nil keeps the previous title.
        package var title: String?

        package init(_ sound: [UInt8], bytesPerSecond: Int, title: String? = nil) {
            self.sound = sound
            self.bytesPerSecond = bytesPerSecond
            self.title = title
        }

        package init(_ sample: Sample, title: String? = nil) throws {
            let sound = try sample.read()
            // The duration includes the encoder's padding, which is sent, too.
            let seconds = Double(sample.frames * sample.frameSamples) / Double(sample.sampleRate)
            self.init(sound, bytesPerSecond: Int(Double(sound.count) / seconds), title: title)
        }
    }

    package struct Settings: Sendable {
        /// The number of bytes of sound between metadata blocks. Nil sends no blocks, even to listeners that ask for
        /// them.
        package var metaint: Int? = 8192
        /// The duration of the sound that a new listener gets immediately.
        package var burst: Duration = .seconds(2)
        /// Whether the programme repeats. Otherwise, the server closes the connection at the programme's end.
        package var loops = true
        /// Whether the programme runs in real time from the first listener's connection, as a live station's does. If
        /// true, later listeners get it from its current place on, often in the middle of a frame. Otherwise, each
        /// listener gets the programme from the beginning.
        package var isLive = false
        package var statusLine = "HTTP/1.0 200 OK"
        package var headers = ["Content-Type: audio/mpeg", "icy-name: Test Station", "icy-br: 128"]

        package init() {}
    }

    /// A metadata block sent to the newest listener: the number of bytes of sound before the block, the block's text,
    /// and the time at which it was sent.
    package struct Block: Sendable {
        package var soundBytes: Int
        package var bytes: [UInt8]
        package var text: String { String(decoding: bytes, as: UTF8.self) }
        package var at: MonotonicInstant
    }

    private struct State {
        var isFrozen = false
        /// The number of chunks that are being written to sockets.
        var sending = 0
        var trickle: Int?
        var drop: Drop?
        var listener = 0
        var soundBytes = 0
        var blocks: [Block] = []
        var pending: [UInt8]?
        var began: MonotonicInstant?
    }

    private enum Drop { case fin, rst }

    private let programme: [Piece]
    private let settings: Settings
    private let state: Shared
    private let server: LoopbackServer

    /// The state that the station shares with its server's script. It is an object of its own, so that the script does
    /// not keep the station alive.
    private final class Shared: Sendable {
        let mutex = Mutex(State())
    }

    package init(_ programme: [Piece], settings: Settings = Settings()) throws {
        precondition(programme.allSatisfy { !$0.sound.isEmpty && $0.bytesPerSecond > 0 })
        self.programme = programme
        self.settings = settings
        let state = Shared()
        self.state = state
        server = try LoopbackServer { connection in
            Self.serve(connection, programme: programme, settings: settings, state: state)
        }
    }

    /// Creates a station that repeats one sample.
    package convenience init(_ sample: Sample, title: String? = nil, settings: Settings = Settings()) throws {
        try self.init([Piece(sample, title: title)], settings: settings)
    }

    package var url: String { server.url("/stream") }

    /// The requests of all listeners, with their headers.
    package var requests: [LoopbackRequest] { server.requests }
    package var connectionCount: Int { server.connectionCount }

    /// The number of bytes of sound that the newest listener's socket has accepted.
    package var soundBytes: Int { state.mutex.withLock { $0.soundBytes } }

    /// The metadata blocks sent to the newest listener, without empty ones.
    package var blocks: [Block] { state.mutex.withLock { $0.blocks } }

    /// Stops sending to all listeners and keeps the connections open. Returns when no chunk is being written any more,
    /// or after about a second if a listener reads nothing.
    package func freeze() {
        state.mutex.withLock { $0.isFrozen = true }
        for _ in 0..<1000 where state.mutex.withLock({ $0.sending > 0 }) { usleep(1000) }
    }

    /// Continues to send, beginning at once with the bytes that became due since `freeze()`.
    package func thaw() { state.mutex.withLock { $0.isFrozen = false } }

    /// Sends at this rate from now on. Nil restores the sound's own rate.
    package func trickle(bytesPerSecond: Int?) { state.mutex.withLock { $0.trickle = bytesPerSecond } }

    /// Closes the newest listener's connection with FIN or RST. The next listener is served normally.
    package func drop(reset: Bool = false) { state.mutex.withLock { $0.drop = reset ? .rst : .fin } }

    /// Sets the title for the next metadata block. The title becomes the value of `StreamTitle` without any escaping,
    /// so it may contain anything.
    package func setTitle(_ title: String) { setMetadata(IcyFeed.metadata(title)) }

    /// Sets the whole text of the next metadata block.
    package func setMetadata(_ bytes: [UInt8]) { state.mutex.withLock { $0.pending = bytes } }

    /// Closes all connections and refuses new ones until ``comeBack()``.
    package func leave() throws { try server.leave() }
    package func comeBack() { server.comeBack() }

    package func stop() { server.stop() }

    // MARK: One listener

    private static func serve(
        _ connection: LoopbackConnection, programme: [Piece], settings: Settings, state: Shared
    ) {
        let wantsTitles = connection.request["Icy-MetaData"] == "1"
        let metaint = wantsTitles ? settings.metaint : nil
        var headers = settings.headers
        if let metaint { headers.append("icy-metaint: \(metaint)") }
        connection.begin(statusLine: settings.statusLine, headers: headers)
        let listener = state.mutex.withLock {
            $0.listener += 1
            $0.soundBytes = 0
            $0.blocks = []
            $0.drop = nil
            return $0.listener
        }
        var feed = IcyFeed(programme: programme, metaint: metaint, loops: settings.loops)
        if settings.isLive {
            let began = state.mutex.withLock { state in
                if state.began == nil { state.began = .now }
                return state.began ?? .now
            }
            feed.skip(Int(began.duration(to: .now).inSeconds * Double(feed.bytesPerSecond)))
        }
        var clock = Pace(burst: settings.burst)
        while connection.isOpen {
            let now = state.mutex.withLock { state in
                if !state.isFrozen { state.sending += 1 }
                return state
            }
            defer { if !now.isFrozen { state.mutex.withLock { $0.sending -= 1 } } }
            let isNewest = now.listener == listener
            if isNewest, let drop = now.drop {
                if case .rst = drop { connection.reset() }
                return
            }
            guard !now.isFrozen, clock.isDue(feed.bytesPerSecond, trickle: now.trickle) else {
                connection.pause(milliseconds: 5)
                continue
            }
            if isNewest, let pending = state.mutex.withLock({ $0.pending.take() }) { feed.metadata = pending }
            let rate = now.trickle ?? feed.bytesPerSecond
            guard let chunk = feed.next(maximum: now.trickle == nil ? 1024 : 64) else { return }
            clock.sent(chunk.soundBytes, at: rate)
            let at = MonotonicInstant.now
            guard connection.send(chunk.bytes) else { return }
            state.mutex.withLock {
                guard $0.listener == listener else { return }
                $0.soundBytes += chunk.soundBytes
                if let bytes = chunk.metadata {
                    $0.blocks.append(Block(soundBytes: $0.soundBytes, bytes: bytes, at: at))
                }
            }
        }
    }

    /// Decides when one listener gets the next bytes: in real time after the burst, or at the rate of `trickle`.
    private struct Pace {
        private let burst: Duration
        private let begin = MonotonicInstant.now
        private var sound = Duration.zero
        private var trickleSince: MonotonicInstant?
        private var trickled = Duration.zero

        init(burst: Duration) { self.burst = burst }

        mutating func isDue(_ bytesPerSecond: Int, trickle: Int?) -> Bool {
            guard trickle != nil else {
                trickleSince = nil
                return sound < begin.duration(to: .now) + burst
            }
            if trickleSince == nil { (trickleSince, trickled) = (.now, .zero) }
            return trickled <= trickleSince!.duration(to: .now)
        }

        mutating func sent(_ bytes: Int, at bytesPerSecond: Int) {
            let time = Duration.nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(bytesPerSecond))
            if trickleSince != nil { trickled += time } else { sound += time }
        }
    }
}

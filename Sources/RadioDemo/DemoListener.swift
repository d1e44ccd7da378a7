import Glibc
import RadioLoop

/// One player's connection to a ``DemoStation``: reads the HTTP request, then sends the sound and the titles at the
/// speed at which they are played.
///
/// The connection keeps its position in the programme, and in `outbox` the bytes that the socket has not accepted yet.
/// These are the head of the response, or at most the sound up to the next metadata block, and that block.
final class DemoListener {
    private enum State {
        case readingRequest([UInt8])
        /// `position` is the position in the programme, in bytes, of the next byte of sound to send.
        case sending(position: Int, withTitles: Bool, isFirstTitle: Bool)
        /// Nothing more is added to `outbox`. The connection ends as soon as the bytes in it are sent.
        case finishing
        case closed
    }

    static let maximumRequest = 8192
    /// The number of bytes of sound, worth 30 seconds, by which the connection may lag behind the programme. A
    /// connection that lags more is closed, as real stations close those of slow listeners.
    static let maximumLag = 30 * Int(DemoProgramme.bytesPerSecond)

    /// Called when the connection ends for any reason other than a call of `close()` from outside.
    var onEnd: (() -> Void)?

    private let descriptor: Int32
    private let programme: DemoProgramme
    /// Returns the position in the programme that is on the air now, in bytes.
    private let due: () -> Int
    private var state = State.readingRequest([])
    private var outbox: [UInt8] = []
    private var sent = 0
    private var watch: DescriptorWatch?

    init(descriptor: Int32, loop: EventLoop, programme: DemoProgramme, due: @escaping () -> Int) throws(LoopError) {
        self.descriptor = descriptor
        self.programme = programme
        self.due = due
        do {
            watch = try loop.watch(descriptor, for: .readable) { [weak self] events in self?.handle(events) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    deinit { close() }

    func close() {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        state = .closed
        Glibc.close(descriptor)
    }

    /// Sends the sound up to `DemoStation.burst` ahead of the position on the air, as far as the socket accepts it.
    func feed() {
        while true {
            guard flush() else { return }
            switch state {
            case .readingRequest, .closed: return
            case .finishing: return end()
            case .sending(let position, let withTitles, let isFirstTitle):
                let onAir = due()
                let ahead = Int(DemoStation.burst.inSeconds * DemoProgramme.bytesPerSecond)
                guard position < onAir + ahead else { return }
                guard onAir - position < Self.maximumLag else { return end() }
                let next = programme.append(from: position, to: &outbox)
                if withTitles { programme.appendMetadata(at: next, isFirst: isFirstTitle, to: &outbox) }
                state = .sending(position: next, withTitles: withTitles, isFirstTitle: false)
            }
        }
    }

    private func end() {
        close()
        onEnd?()
    }

    private func handle(_ events: DescriptorEvents) {
        if !events.isDisjoint(with: [.readable, .hangup, .error]) { read() }
        if events.contains(.writable) { feed() }
    }

    /// Reads the HTTP request, and answers it once it is complete.
    ///
    /// Bytes after the request are ignored. If reading fails, the player has closed the connection, and the connection
    /// ends.
    private func read() {
        var buffer = [UInt8](repeating: 0, count: 2048)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end() }
        guard case .readingRequest(var request) = state else { return }
        request += buffer[..<count]
        guard request.count <= Self.maximumRequest else { return end() }
        state = .readingRequest(request)
        let text = String(decoding: request, as: UTF8.self)
        if text.contains("\r\n\r\n") || text.contains("\n\n") { answer(text) }
    }

    /// Answers a complete HTTP request and starts to send sound.
    ///
    /// For any method other than `GET`, sends status 405. Titles are sent only if the request contains the header
    /// `Icy-MetaData: 1`.
    private func answer(_ request: String) {
        guard request.hasPrefix("GET ") else {
            outbox = Array("HTTP/1.0 405 Method Not Allowed\r\nAllow: GET\r\n\r\n".utf8)
            state = .finishing
            return feed()
        }
        let withTitles = request.split(whereSeparator: \.isNewline).contains {
            let words = $0.lowercased().split(separator: ":")
            return words.count == 2 && words[0] == "icy-metadata" && words[1].drop { $0 == " " } == "1"
        }
        let position = due() / DemoProgramme.metaint * DemoProgramme.metaint
        outbox = Array(
            """
            HTTP/1.0 200 OK\r
            Content-Type: audio/mpeg\r
            Cache-Control: no-cache\r
            icy-name: \(DemoProgramme.name)\r
            icy-description: A station inside the program\r
            icy-genre: Demo\r
            icy-br: \(DemoProgramme.bitrate)\r
            icy-pub: 0\r
            \(withTitles ? "icy-metaint: \(DemoProgramme.metaint)\r\n" : "")\r

            """.utf8)
        state = .sending(position: position, withTitles: withTitles, isFirstTitle: true)
        feed()
    }

    /// Sends the bytes in `outbox`. Returns true if all of them were sent.
    ///
    /// If the socket accepts no more bytes now, the loop calls `feed()` when it does. If the player has closed the
    /// connection, the connection ends.
    private func flush() -> Bool {
        while sent < outbox.count {
            let count = outbox.withUnsafeBytes {
                send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
            } else if count < 0, errno == EAGAIN {
                watch?.update([.readable, .writable])
                return false
            } else if count < 0, errno == EINTR {
                continue
            } else {
                end()
                return false
            }
        }
        outbox.removeAll(keepingCapacity: true)
        sent = 0
        watch?.update(.readable)
        return true
    }
}

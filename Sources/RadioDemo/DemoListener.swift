import Glibc
import RadioLoop

/// One connection of a ``DemoStation``: reads the request, then sends sound and titles as they fall due.
///
/// The connection stores its position in the programme, and the bytes that the socket has not accepted yet: at most the
/// sound up to the next metadata block, and that block.
final class DemoListener {
    private enum State {
        case readingRequest([UInt8])
        /// `position` is the place in the programme of the next byte of sound to send.
        case sending(position: Int, withTitles: Bool, isFirstTitle: Bool)
        /// Nothing is added to the outbox any more. Once it is sent, the connection ends.
        case finishing
        case closed
    }

    static let maximumRequest = 8192
    /// How many bytes of sound a listener may fall behind the programme before it is dropped: 30 seconds of sound. Real
    /// stations drop slow listeners too.
    static let maximumLag = 30 * Int(DemoProgramme.bytesPerSecond)

    /// Called when the connection ends, except by `close()`.
    var onEnd: (() -> Void)?

    private let descriptor: Int32
    private let programme: DemoProgramme
    /// Returns the position in the programme that is on the air now.
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

    /// Sends the sound that is due.
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

    /// Reads the request.
    ///
    /// Bytes after the request are ignored. A failed read means that the peer has gone.
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

    /// Answers the request.
    ///
    /// Only `GET` is allowed; titles are sent if the request asks for them.
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

    /// Sends the outbox.
    ///
    /// Returns false if the socket accepts no more, or if the peer has gone.
    ///
    /// If the socket accepts no more, it is watched until it does. If the peer has gone, the connection ends.
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

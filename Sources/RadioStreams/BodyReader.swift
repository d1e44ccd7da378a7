import RadioHTTP
import RadioLoop

/// The bytes of an HTTP body; of a file whose server sends parts of it (RFC 9110 §14) those that are wanted next.
final class BodyReader: TransferDelegate {
    enum Event {
        /// Bytes that lie there, borrowed for the call.
        case bytes(UnsafeRawBufferPointer, at: Int)
        /// There are no more. From the inbox; nothing follows but what a jump brings.
        case end
        /// From the inbox. Nothing follows.
        case failed(StreamError)
    }

    /// Bytes that are rather read and dropped than passed over by another request.
    static let maximumGap = 256 << 10

    /// Whether bytes can be had from anywhere.
    let hasRanges: Bool
    private let loop: EventLoop
    private let pool: TransferPool
    private let request: StreamRequest
    /// Of the first response.
    private let head: ResponseHead
    private let take: (Event) -> Void
    private var transfer: Transfer?
    /// Where the next bytes lie.
    private var position = 0
    /// What was asked for and is not answered yet.
    private var asked: Int?
    private var timer: LoopTimer?
    private var isPaused = false
    private var isOver = false
    /// The server has something else now.
    private(set) var isRefused = false

    /// - Parameters:
    ///   - transfer: one whose head came, which brings the file from its beginning; nil: there is none until a jump.
    ///   - head: of the first response, which tells what file it is.
    ///   - hasRanges: no other request is made of a server without them.
    init(
        loop: EventLoop, pool: TransferPool, request: StreamRequest, transfer: Transfer?, head: ResponseHead,
        hasRanges: Bool, _ take: @escaping (Event) -> Void
    ) {
        self.loop = loop
        self.pool = pool
        self.request = request
        self.transfer = transfer
        self.head = head
        self.hasRanges = hasRanges
        self.take = take
        transfer?.delegate = self
    }

    /// Whether a server that answers so sends parts of the same file.
    static func hasRanges(_ head: ResponseHead) -> Bool {
        head.status == 200 && head["Accept-Ranges"]?.lowercased() == "bytes" && head["Content-Encoding"] == nil
    }

    deinit { cancel() }

    /// Nothing is told after it.
    func cancel() {
        isOver = true
        timer?.cancel()
        transfer?.cancel()
    }

    func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        transfer?.setPaused(isPaused)
    }

    func setReceiveLowWater(_ bytes: Int, patience: Duration) {
        transfer?.setReceiveLowWater(bytes, patience: patience)
    }

    /// Bytes that were received before it took over.
    func begin(with prefix: [UInt8]) { prefix.withUnsafeBytes { received($0) } }

    /// Bytes from there on come next, and perhaps some before them: all, where the server sends no parts.
    func jump(to offset: Int) {
        guard hasRanges, !isOver else { return }
        if asked == nil, transfer != nil, (position...position + Self.maximumGap).contains(offset) { return }
        transfer?.cancel()
        timer?.cancel()
        var request = request.transferRequest(head.url)
        request.headers["Range"] = "bytes=\(offset)-"
        if let validator { request.headers["If-Range"] = validator }
        asked = offset
        transfer = pool.start(request, delegate: self)
        if isPaused { transfer?.setPaused(true) }
        timer = loop.schedule(after: self.request.headersTimeout) { [weak self] in
            guard let self else { return }
            fail(.timedOut("\(head.url) does not answer"))
        }
    }

    /// What tells whether it is still the same file (RFC 9110 §13.1.5: nothing weak).
    private var validator: String? {
        if let tag = head["ETag"], !tag.hasPrefix("W/") { return tag }
        return head["Last-Modified"]
    }

    func transfer(_ transfer: Transfer, received head: ResponseHead) {
        guard transfer === self.transfer, !isOver, let offset = asked else { return }
        timer?.cancel()
        asked = nil
        switch head.status {
        case 206 where Self.start(of: head["Content-Range"]) == offset: position = offset
        case 206: refuse(.protocolViolation("\(head.url) sends other bytes than requested"))
        // All of it after all, if it is still the same.
        case 200 where head["ETag"] == self.head["ETag"] && head["Content-Length"] == self.head["Content-Length"]:
            position = 0
        case 200: refuse(.connectionLost("\(head.url) has changed to another file"))
        // There are not so many.
        case 416:
            transfer.cancel()
            self.transfer = nil
            loop.post { [weak self] in
                if let self, !isOver, self.transfer == nil { take(.end) }
            }
        case _: refuse(StreamError(head) ?? .protocolViolation("\(head.url) returned status \(head.status)"))
        }
    }

    /// The first number of `bytes 100-199/200`.
    private static func start(of range: String?) -> Int? {
        guard let range, range.lowercased().hasPrefix("bytes ") else { return nil }
        return Int(range.dropFirst(6).prefix { $0 != "-" })
    }

    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) {
        guard transfer === self.transfer else { return }
        received(bytes)
    }

    private func received(_ bytes: UnsafeRawBufferPointer) {
        guard !isOver, asked == nil else { return }
        let place = position
        position += bytes.count
        take(.bytes(bytes, at: place))
    }

    func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        guard transfer === self.transfer, !isOver else { return }
        timer?.cancel()
        self.transfer = nil
        isOver = error != nil
        take(error.map { .failed(StreamError($0, url: head.url)) } ?? .end)
    }

    private func refuse(_ error: StreamError) {
        isRefused = true
        fail(error)
    }

    private func fail(_ error: StreamError) {
        guard !isOver else { return }
        cancel()
        loop.post { [take] in take(.failed(error)) }
    }
}

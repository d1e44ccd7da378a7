import RadioFormats
import RadioHTTP
import RadioLoop

/// Reads the bytes of an HTTP body.
///
/// If the server supports range requests (RFC 9110 §14), the reader can continue at any byte.
final class BodyReader: TransferDelegate {
    /// The events that a reader reports.
    enum Event {
        /// Bytes and their offset in the body. The bytes are valid during the call only.
        case bytes(UnsafeRawBufferPointer, at: Int)
        /// The body is complete. Sent from the loop's inbox. Further events follow only after a call of ``jump(to:)``.
        case end
        /// The body cannot be read. The last event, sent from the loop's inbox.
        case failed(StreamError)
    }

    /// The largest forward jump, in bytes, for which the reader keeps its connection and reads the bytes in between.
    /// For a longer jump, it sends another request.
    static let maximumGap = 256 << 10

    /// True if the reader can continue at any byte.
    let hasRanges: Bool
    private let loop: EventLoop
    private let pool: TransferPool
    private let request: StreamRequest
    /// The head of the first response.
    private let head: ResponseHead
    private let take: (Event) -> Void
    private var transfer: Transfer?
    /// The offset in the body of the bytes that arrive next.
    private var position = 0
    /// The requested offset, until the response's head arrives. Nil afterwards.
    private var asked: Int?
    private var timer: LoopTimer?
    private var isPaused = false
    private var isOver = false
    /// True once a response to a jump did not contain the requested part of the same file.
    private(set) var isRefused = false

    /// Creates a reader, which becomes the delegate of `transfer`.
    /// - Parameters:
    ///   - transfer: A transfer whose head has arrived. It delivers the body from the first byte. If nil, the reader
    ///     waits for a jump.
    ///   - head: The head of the first response, which identifies the file.
    ///   - hasRanges: True if the server supports range requests. Otherwise the reader makes no further request.
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

    /// Returns true if the head says that the server supports range requests for the file.
    static func hasRanges(_ head: ResponseHead) -> Bool {
        head.status == 200 && head["Accept-Ranges"]?.lowercased() == "bytes" && head["Content-Encoding"] == nil
    }

    deinit { cancel() }

    /// Ends the reader. No event follows.
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

    /// Notes that the body's first bytes arrived before the reader was created.
    func begin(after count: Int) { position = count }

    /// Continues at an offset of the body. Sends another request, unless the offset is at most ``maximumGap`` bytes
    /// ahead.
    ///
    /// Bytes before the offset may be delivered first: the bytes in between if no request is sent, or all bytes from 0
    /// if the server ignores the range. Does nothing if the server does not support range requests.
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

    /// The value of the header `If-Range`, which makes the server send a part only if the file is unchanged.
    ///
    /// Nil if the first response has neither a strong `ETag` nor `Last-Modified`. A weak `ETag` may not be used (RFC
    /// 9110 §13.1.5).
    private var validator: String? {
        if let tag = head["ETag"], !tag.hasPrefix("W/") { return tag }
        return head["Last-Modified"]
    }

    /// Handles the response to a jump. Fails if the response is not the requested part of the same file.
    func transfer(_ transfer: Transfer, received head: ResponseHead) {
        guard transfer === self.transfer, !isOver, let offset = asked else { return }
        timer?.cancel()
        asked = nil
        switch head.status {
        case 206 where Self.start(of: head["Content-Range"]) == offset: position = offset
        case 206: refuse(.protocolViolation("\(head.url) sends other bytes than requested"))
        // The server sends the whole file. It must be the file of the first response.
        case 200 where head["ETag"] == self.head["ETag"] && head["Content-Length"] == self.head["Content-Length"]:
            position = 0
        case 200: refuse(.connectionLost("\(head.url) has changed to another file"))
        // The file ends before the requested byte.
        case 416:
            transfer.cancel()
            self.transfer = nil
            loop.post { [weak self] in
                if let self, !isOver, self.transfer == nil { take(.end) }
            }
        case _: refuse(StreamError(head) ?? .protocolViolation("\(head.url) returned status \(head.status)"))
        }
    }

    /// Returns the first number of a text like `bytes 100-199/200`.
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

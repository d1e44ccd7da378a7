import Longwave
import RadioHTTP
import RadioLoop

/// One HTTP request to a service for listening histories. The response may have any status code; its size is limited,
/// and so is the request's duration.
final class ScrobbleCall: TransferDelegate {
    private static let timeout = Duration.seconds(30)
    private static let maximumBytes = 65_536

    private let loop: EventLoop
    private var transfer: Transfer?
    private var timer: LoopTimer?
    private var head: ResponseHead?
    private var body: [UInt8] = []
    /// Called with the request's result, then set to nil.
    private var completion: ((Result<ScrobbleAnswer, ScrobbleFailure>) -> Void)?

    /// Starts the request.
    /// - Parameter completion: called once, from a closure posted to the loop, unless the `ScrobbleCall` is released
    ///   before.
    init(
        _ request: ScrobbleRequest, pool: TransferPool, loop: EventLoop,
        completion: @escaping (Result<ScrobbleAnswer, ScrobbleFailure>) -> Void
    ) {
        self.loop = loop
        self.completion = completion
        timer = loop.schedule(after: Self.timeout) { [weak self] in
            self?.end(.failure(ScrobbleFailure("the server does not answer")))
        }
        // The headers or the body contain secrets, so they must not be sent to another address: redirects are not
        // followed.
        var wanted = TransferRequest(url: request.url, headers: request.headers, isSound: false, maximumRedirects: 0)
        wanted.body = request.body
        transfer = pool.start(wanted, delegate: self)
    }

    deinit {
        timer?.cancel()
        transfer?.cancel()
    }

    func transfer(_ transfer: Transfer, received head: ResponseHead) { self.head = head }

    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) {
        body.append(contentsOf: bytes)
        if body.count > Self.maximumBytes { end(.failure(ScrobbleFailure("the server's answer is too long"))) }
    }

    func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        switch (error, head) {
        case (.tooManyRedirects?, _): end(.failure(ScrobbleFailure("the server redirects, which is not allowed")))
        case (let error?, _): end(.failure(ScrobbleFailure(error.words)))
        case (nil, let head?): end(.success(ScrobbleAnswer(head: head, body: body)))
        case (nil, nil): end(.failure(ScrobbleFailure("the server's answer has no headers")))
        }
    }

    /// Ends the request and calls `completion` with the result. Posts this call to the loop, because `end` may itself
    /// be called from a libcurl callback.
    private func end(_ result: Result<ScrobbleAnswer, ScrobbleFailure>) {
        guard let completion = completion.take() else { return }
        timer?.cancel()
        transfer?.cancel()
        loop.post { completion(result) }
    }
}

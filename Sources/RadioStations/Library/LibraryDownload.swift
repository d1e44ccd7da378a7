import RadioFormats
import RadioHTTP
import RadioLoop

/// A download of one list, or of another file of bounded size.
package final class LibraryDownload: TransferDelegate {
    /// The result of a download.
    package enum Answer {
        /// The bytes of the list, and the server's response head, which contains the list's final address.
        case list([UInt8], head: ResponseHead)
        /// The caller's copy is still valid: the server answered with status 304 (RFC 9110 §15.4.5).
        case unchanged
        case failure(StationLibraryError)
    }

    private let source: String
    private let loop: EventLoop
    private let maximumBytes: Int
    private var transfer: Transfer?
    private var timer: LoopTimer?
    private var headTimer: LoopTimer?
    private var head: ResponseHead?
    private var bytes: [UInt8] = []
    /// Called with the bytes received so far. If it returns true, further bytes would change nothing: the download
    /// ends, and these bytes are its result.
    package var isEnough: ((UnsafeRawBufferPointer) -> Bool)?
    /// Receives the download's result; nil once it has been called.
    private var completion: ((Answer) -> Void)?

    package init(source: String, loop: EventLoop, maximumBytes: Int = StationLibrary.maximumBytes) {
        self.source = source
        self.loop = loop
        self.maximumBytes = maximumBytes
    }

    deinit {
        timer?.cancel()
        headTimer?.cancel()
        transfer?.cancel()
    }

    /// Starts the download.
    /// - Parameters:
    ///   - pool: fetches the file.
    ///   - timeout: time limit for the whole file.
    ///   - headTimeout: time limit for the response's head; nil for none of its own.
    ///   - address: the IP address to connect to instead of those of the source's host; nil for those.
    ///   - copy: the caller's copy, which the server may confirm instead of sending the file; nil always fetches the
    ///     file.
    ///   - accept: the `Accept` header: media types that the caller understands (RFC 9110 §12.5.1); nil for any.
    ///   - reach: which hosts the download may connect to.
    ///   - stationHeaders: the headers of the station to which the file belongs.
    ///   - completion: called once, from the loop's inbox.
    package func start(
        pool: TransferPool, timeout: Duration, headTimeout: Duration? = nil, address: String? = nil,
        copy: ListCache.Copy?, accept: String? = nil, reach: TransferRequest.Reach = .anywhere,
        headers stationHeaders: StationHeaders = StationHeaders(), completion: @escaping (Answer) -> Void
    ) {
        self.completion = completion
        timer = loop.schedule(after: timeout) { [weak self, source] in self?.end(.failure(.timedOut(source))) }
        headTimer = headTimeout.map {
            loop.schedule(after: $0) { [weak self, source] in self?.end(.failure(.timedOut(source))) }
        }
        var headers: [String: String] = [:]
        // RFC 9110 §13.1: the client sends the server's validators (`ETag`, `Last-Modified`) back unchanged.
        if let etag = copy?.etag { headers["If-None-Match"] = etag }
        if let date = copy?.lastModified { headers["If-Modified-Since"] = date }
        headers["Accept"] = accept
        var request = TransferRequest(url: source, headers: headers, isSound: false)
        request.reach = reach
        request.address = address
        request.stationHeaders = stationHeaders
        transfer = pool.start(request, delegate: self)
    }

    package func transfer(_ transfer: Transfer, received head: ResponseHead) {
        self.head = head
        headTimer?.cancel()
        if head.status == 304 {
            end(.unchanged)
        } else if !(200..<300).contains(head.status) {
            end(.failure(.refused(source, status: head.status)))
        } else if let length = head.contentLength, length > maximumBytes {
            end(.failure(.tooLarge(source, maximum: maximumBytes)))
        }
    }

    package func transfer(_ transfer: Transfer, received part: UnsafeRawBufferPointer) {
        guard completion != nil else { return }
        bytes.append(contentsOf: part)
        if bytes.count > maximumBytes { return end(.failure(.tooLarge(source, maximum: maximumBytes))) }
        if let isEnough, let head, bytes.withUnsafeBytes(isEnough) { end(.list(bytes, head: head)) }
    }

    package func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        if let error {
            end(.failure(.transfer(source, error)))
            return
        }
        guard let head else { return end(.failure(.transfer(source, .protocolViolation("no headers")))) }
        end(.list(bytes, head: head))
    }

    /// Ends the download. The completion is called later, from the loop's inbox, because a libcurl callback may have
    /// called this method.
    private func end(_ answer: Answer) {
        guard let completion else { return }
        self.completion = nil
        bytes = []
        timer?.cancel()
        headTimer?.cancel()
        transfer?.cancel()
        loop.post { completion(answer) }
    }
}

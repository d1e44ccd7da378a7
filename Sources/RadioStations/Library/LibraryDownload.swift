import RadioHTTP
import RadioLoop

/// One list, or another file of bounded size, on its way from a server.
package final class LibraryDownload: TransferDelegate {
    package enum Answer {
        /// The list, unread, and the address that it came from.
        case list([UInt8], head: ResponseHead)
        /// The copy that the request named is still the list (RFC 9110 §15.4.5).
        case unchanged
        case failure(StationLibraryError)
    }

    private let source: String
    private let loop: EventLoop
    private let maximumBytes: Int
    private var transfer: Transfer?
    private var timer: LoopTimer?
    private var head: ResponseHead?
    private var bytes: [UInt8] = []
    /// Asked of the beginning, as it grows: whether the rest cannot change what it is good for. It ends the download.
    package var isEnough: ((UnsafeRawBufferPointer) -> Bool)?
    /// Present until it was called.
    private var completion: ((Answer) -> Void)?

    package init(source: String, loop: EventLoop, maximumBytes: Int = StationLibrary.maximumBytes) {
        self.source = source
        self.loop = loop
        self.maximumBytes = maximumBytes
    }

    deinit {
        timer?.cancel()
        transfer?.cancel()
    }

    /// - Parameters:
    ///   - pool: fetches it.
    ///   - timeout: for the whole list.
    ///   - copy: what is there already; nil asks for the list in any case.
    ///   - accept: what kinds of files are understood (RFC 9110 §12.5.1); nil: any.
    ///   - reach: where it may lead.
    ///   - completion: called once, from the loop's inbox.
    package func start(
        pool: TransferPool, timeout: Duration, copy: ListCache.Copy?, accept: String? = nil,
        reach: TransferRequest.Reach = .anywhere, completion: @escaping (Answer) -> Void
    ) {
        self.completion = completion
        timer = loop.schedule(after: timeout) { [weak self, source] in self?.end(.failure(.timedOut(source))) }
        var headers: [String: String] = [:]
        // RFC 9110 §13.1: the validators, sent back as they came.
        if let etag = copy?.etag { headers["If-None-Match"] = etag }
        if let date = copy?.lastModified { headers["If-Modified-Since"] = date }
        headers["Accept"] = accept
        var request = TransferRequest(url: source, headers: headers, isSound: false)
        request.reach = reach
        transfer = pool.start(request, delegate: self)
    }

    package func transfer(_ transfer: Transfer, received head: ResponseHead) {
        self.head = head
        if head.status == 304 {
            end(.unchanged)
        } else if !(200..<300).contains(head.status) {
            end(.failure(.refused(source, status: head.status)))
        } else if let length = head["Content-Length"].flatMap({ Int($0) }), length > maximumBytes {
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

    /// May be called from inside the library's callbacks: the answer goes through the inbox.
    private func end(_ answer: Answer) {
        guard let completion else { return }
        self.completion = nil
        bytes = []
        timer?.cancel()
        transfer?.cancel()
        loop.post { completion(answer) }
    }
}

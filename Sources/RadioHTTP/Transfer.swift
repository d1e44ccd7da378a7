import CCurl
import Glibc
import RadioFormats
import RadioLoop

/// One request and its response, started by ``TransferPool/start(_:delegate:)``.
///
/// A transfer belongs to the loop's thread. The pool keeps it until it ends or is cancelled. A transfer whose delegate
/// was released is cancelled.
package final class Transfer {
    /// The request. Its address and number of redirects change if a redirect leads to the same address (``again``).
    package private(set) var request: TransferRequest
    package weak var delegate: (any TransferDelegate)?
    weak var observer: (any TransferObserver)?

    private weak var multi: CurlMulti?
    /// libcurl's handle, from admission to the end of the transfer.
    ///
    /// A transfer is admitted when fewer than ``TransferPool/maximumConnects`` others wait for a connection.
    private(set) var handle: EasyHandle?
    private var collector: HeaderCollector
    private var isHeadDelivered = false
    /// Searches the body's first bytes for a head. Nil if no head is expected or once it is decided whether there is one.
    private var innerHead: InnerHead?
    /// True once bytes of the body were delivered.
    private var hasBody = false
    /// The first error for which this program, not libcurl, aborted the transfer. libcurl then reports only that a
    /// callback refused to continue.
    private var refusal: TransferError?
    /// The address to request again, because the `Location` of a redirect is only a fragment. libcurl would request
    /// another address.
    private var again: String?
    /// True if libcurl has refused the response's head for a NUL in it. The request is then sent again, its response comes
    /// as bytes, and ``innerHead`` finds the head.
    private(set) var isRaw = false
    /// True while libcurl holds back bytes that were refused during a pause.
    private var isHeld = false
    private var lowWater: ReceiveLowWater?
    private var lastTimings = TransferTimings()
    private var lastAddress: String?

    /// True once the transfer is over and delivers nothing more.
    private(set) var isFinished = false
    package private(set) var isPaused = false
    /// True while the transfer looks up a name or connects, and so counts towards ``TransferPool/maximumConnects``.
    var isConnecting = false
    /// The socket that libcurl waits on: the connection's, once it is established.
    ///
    /// Nil while libcurl waits on no socket. libcurl reports a socket before closing it, so this property never
    /// contains a descriptor number that was reused for something else. `CURLINFO_ACTIVESOCKET` is valid only after the
    /// end.
    var descriptor: Int32? {
        didSet {
            guard descriptor != oldValue else { return }
            if descriptor == nil { lowWater?.forget() } else { applyLowWater() }
        }
    }

    init(_ request: TransferRequest, delegate: any TransferDelegate, multi: CurlMulti) {
        self.request = request
        self.delegate = delegate
        self.multi = multi
        collector = HeaderCollector(maximumBytes: request.maximumHeaderBytes)
    }

    // MARK: For everybody

    /// Ends the transfer. The delegate is not called again; the connection is closed at the end of the turn.
    package func cancel() {
        guard !isFinished else { return }
        isFinished = true
        lowWater = nil
        multi?.discard(self)
    }

    /// Pauses the delivery of body bytes to the delegate, or resumes it at the end of the turn.
    ///
    /// During a pause, at most one buffer of 16 KiB is read. After that, the connection's window fills up, and the
    /// server must wait. libcurl may buffer tens of megabytes of an HTTP/2 transfer (``TransferRequest/isSound`` is
    /// false), so do not pause such a transfer for long.
    package func setPaused(_ paused: Bool) {
        guard paused != isPaused, !isFinished else { return }
        isPaused = paused
        if !paused, isHeld { multi?.post { [weak self] in self?.goOn() } }
    }

    /// Lets the process sleep until about `bytes` bytes have arrived, for a live stream that need not be delivered
    /// packet by packet.
    ///
    /// The number takes effect once the head was delivered, and is limited to libcurl's buffer (16 KiB); 1 turns the
    /// delay off. If nothing was delivered for `patience`, fewer bytes are delivered as well.
    package func setReceiveLowWater(_ bytes: Int, patience: Duration = .seconds(1)) {
        guard !isFinished else { return }
        if lowWater == nil, bytes > 1 { lowWater = multi.map { ReceiveLowWater(loop: $0.loop) } }
        lowWater?.bytes = min(max(bytes, 1), Self.bufferSize)
        lowWater?.patience = patience
        applyLowWater()
    }

    /// Returns a descriptor of the connection, which the caller must close. Ends the transfer without a call to the
    /// delegate.
    ///
    /// Returns nil and changes nothing if the connection's bytes are not the body's bytes (TLS, chunked or compressed
    /// bodies, HTTP/2), or before the first byte of the body was delivered. Call this from the loop's inbox only. A
    /// delegate call that delivers bytes is too early, because libcurl may hold more of them.
    package func takeConnection() -> Int32? {
        guard !isFinished, !isPaused, !isHeld, hasBody, let handle, let descriptor, let multi, isPlain(handle) else {
            return nil
        }
        let taken = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard taken >= 0 else { return nil }
        lowWater?.end()
        isFinished = true
        lowWater = nil
        multi.removeNow(self)
        return taken
    }

    /// Returns true if the connection's bytes are the body's bytes.
    private func isPlain(_ handle: EasyHandle) -> Bool {
        guard handle.long(CURLINFO_HTTP_VERSION) < Int(CURL_HTTP_VERSION_2_0),
            let head, head.url.lowercased().hasPrefix("http://")
        else { return false }
        return head["Transfer-Encoding"] == nil && head["Content-Encoding"] == nil
    }

    /// The timings so far. After the end of the transfer, the final timings.
    package var timings: TransferTimings { handle.map(Self.timings) ?? lastTimings }

    /// The numeric address and port to which the transfer was connected last, as `192.0.2.1:8000` or
    /// `[2001:db8::1]:8000`.
    package var remoteAddress: String? { handle.map(Self.address) ?? lastAddress }

    // MARK: For the multi handle

    /// The size in bytes of libcurl's read buffer. A larger low-water mark than this would save nothing.
    static let bufferSize = 16_384

    /// Creates the handle once the transfer may connect.
    ///
    /// Returns nil if the transfer cannot start. ``finish(_:)`` then reports the reason to the delegate.
    func prepare(resources: CurlMulti.Resources) -> EasyHandle? {
        do throws(TransferError) {
            let new = try EasyHandle(request, resources: resources, transfer: self)
            handle = new
            observer?.transferBegins(self)
            return new
        } catch {
            refusal = error
            return nil
        }
    }

    /// Marks the transfer as over without a call to the delegate. ``CurlMulti`` calls this when it shuts down, and
    /// removes the transfer itself.
    func abandon() {
        isFinished = true
        lowWater = nil
    }

    func refuse(_ error: TransferError) { if refusal == nil { refusal = error } }

    /// Releases the handle, which the caller has removed from the multi handle, and keeps its timings and address.
    func release() {
        guard let handle else { return }
        lowWater?.end()
        lowWater = nil
        lastTimings = Self.timings(handle)
        lastAddress = Self.address(handle)
        if let session = request.session { handle.end(session) }
        self.handle = nil
    }

    /// Ends the transfer and reports the end to the delegate.
    /// - Parameter code: libcurl's result, or nil if the transfer never reached libcurl.
    func finish(_ code: CURLcode?) {
        if refusal == nil, !isFinished {
            if code == CURLE_ABORTED_BY_CALLBACK, startAgain() { return }
            if code == CURLE_WEIRD_SERVER_REPLY, startRaw() { return }
        }
        if isRaw, innerHead != nil { refuse(.protocolViolation("\(CurlFailure.host(of: request.url)): not HTTP")) }
        let error = outcome(code)
        if !isHeadDelivered, collector.isComplete, error == nil || collector.status >= 400, refusal == nil {
            deliverHead()
        }
        if innerHead != nil, handle != nil { endInnerHead(0) }
        release()
        guard !isFinished else { return }
        isFinished = true
        observer?.transfer(self, isOverWith: error)
        delegate?.transfer(self, endedWith: error)
    }

    /// Requests ``again``, if that is set. Returns false if it is not, or after too many redirects.
    private func startAgain() -> Bool {
        guard let url = again, let handle, let multi else { return false }
        again = nil
        request.maximumRedirects -= handle.long(CURLINFO_REDIRECT_COUNT)
        guard request.maximumRedirects >= 0 else {
            refuse(.tooManyRedirects("\(url) redirects to itself"))
            return false
        }
        request.url = url
        release()
        multi.start(self)
        return true
    }

    /// Sends the request again with ``isRaw``, unless libcurl refused something else than a NUL in a header.
    private func startRaw() -> Bool {
        guard !isRaw, request.body == nil, let handle, let multi,
            handle.words(for: CURLE_WEIRD_SERVER_REPLY).hasPrefix("Nul byte")
        else { return false }
        request.url = effectiveURL
        isRaw = true
        collector = HeaderCollector(maximumBytes: request.maximumHeaderBytes)
        innerHead = InnerHead(maximumBytes: request.maximumHeaderBytes)
        release()
        multi.start(self)
        return true
    }

    /// The requested URL, after redirects the last one.
    private var effectiveURL: String {
        isRaw ? request.url : handle?.string(CURLINFO_EFFECTIVE_URL) ?? request.url
    }

    /// Returns the error that the delegate gets, or nil after a success.
    private func outcome(_ code: CURLcode?) -> TransferError? {
        if let refusal { return refusal }
        guard let code, code != CURLE_OK, let handle else { return nil }
        return CurlFailure(
            code: code, words: handle.words(for: code),
            host: CurlFailure.host(of: effectiveURL),
            hasDescriptors: CurlFailure.canOpenDescriptors(),
            systemError: Int32(truncatingIfNeeded: handle.long(CURLINFO_OS_ERRNO)),
            isInHeaders: handle.long(CURLINFO_REQUEST_SIZE) > 0
        ).error
    }

    // MARK: From inside the library

    /// Adds one header line to the response head. Returns false to abort the transfer.
    func receivedHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        guard !isFinished else { return false }
        // Header lines that come after the delivered head are trailers, which the observer does not get.
        if !isHeadDelivered { observer?.transfer(self, receivedHeaderLine: line) }
        switch collector.add(line) {
        case .more: return true
        case .tooLarge:
            refuse(.protocolViolation("more than \(request.maximumHeaderBytes) bytes of headers"))
            return false
        case .complete:
            if !isHeadDelivered, let observer, let head { observer.transfer(self, receivedResponse: head) }
            // After a status of 200 to 299, the body follows. After another status, libcurl may continue with a further
            // response, so the head is delivered only with the first byte of the body or at the end of the transfer.
            if (200..<300).contains(collector.status) { deliverHead() }
            if collector.isRedirect {
                multi?.connectBegins(self)
                again = collector.redirectsToFragment ? handle?.string(CURLINFO_EFFECTIVE_URL) : nil
            }
            return !isFinished
        }
    }

    /// Delivers bytes of the body. Returns their number, `CURL_WRITEFUNC_PAUSE` during a pause, or 0 to abort the
    /// transfer.
    func receivedBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        if !isHeadDelivered, !isRaw { deliverHead() }
        guard !isFinished else { return 0 }
        if isPaused {
            isHeld = true
            lowWater?.pause()
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        guard let delegate else {
            cancel()
            return 0
        }
        guard let length = innerHead?.feed(bytes) else {
            if innerHead == nil { deliver(bytes, to: delegate) }
            return isFinished ? 0 : bytes.count
        }
        if isRaw, length == 0 { return 0 }
        endInnerHead(length)
        return isFinished ? 0 : bytes.count
    }

    /// Delivers the first `length` bytes that ``innerHead`` holds as a head, and the others as the body.
    private func endInnerHead(_ length: Int) {
        guard let held = innerHead.take()?.held, let delegate else { return }
        held.withUnsafeBytes { bytes in
            if length > 0 {
                let lines = UnsafeRawBufferPointer(rebasing: bytes[..<length])
                for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
                    let line = UnsafeRawBufferPointer(rebasing: bytes[line.startIndex...line.endIndex])
                    observer?.transfer(self, receivedHeaderLine: line)
                }
                collector.add(innerHead: lines)
                if let head {
                    isHeadDelivered = true
                    observer?.transfer(self, receivedResponse: head)
                    delegate.transfer(self, received: head)
                }
            }
            if !isFinished, length < held.count {
                deliver(UnsafeRawBufferPointer(rebasing: bytes[length...]), to: delegate)
            }
        }
    }

    private func deliver(_ bytes: UnsafeRawBufferPointer, to delegate: any TransferDelegate) {
        hasBody = true
        observer?.transfer(self, receivedBody: bytes)
        delegate.transfer(self, received: bytes)
        lowWater?.received()
    }

    func tries(_ address: String) { observer?.transfer(self, tries: address) }

    func connected(_ address: String?) {
        multi?.connectEnded(self)
        if let address { observer?.transfer(self, isConnectedTo: address) }
    }

    /// Returns true if ``TransferRequest/reach`` permits a connection to an address. Each address is checked, because a
    /// host name or a redirect can lead anywhere.
    /// - Parameters:
    ///   - address: The four or sixteen bytes of the connection's address.
    ///   - port: The connection's port. If it differs from the URL's, the connection leads to a proxy, and only the URL
    ///     shows where the request leads.
    func mayConnect(_ address: [UInt8], port: Int) -> Bool {
        guard case .publicAddresses(let home) = request.reach else { return true }
        let url = effectiveURL
        if let host = StationHeaders.Place(url)?.host, host == StationHeaders.Place(home)?.host { return true }
        if let place = URLPlace(url), place.mayBePublic, place.port != port || PublicAddress.isPublic(address) {
            return true
        }
        refuse(.badURL("\(CurlFailure.host(of: url)) is not a public address"))
        return false
    }

    /// Sets the request headers again after a redirect, because the request may go to another host. Called before a
    /// request is sent. Returns false to send no request, because the redirect leads to the same address.
    func willSend() -> Bool {
        if again != nil { return false }
        guard !request.stationHeaders.fields.isEmpty, let handle, handle.long(CURLINFO_REDIRECT_COUNT) > 0 else {
            return true
        }
        handle.setHeaders(request, for: handle.string(CURLINFO_EFFECTIVE_URL) ?? "")
        return true
    }

    /// The head of the response that was collected last.
    private var head: ResponseHead? {
        guard let handle else { return nil }
        return ResponseHead(
            status: collector.status, statusLine: collector.statusLine, headers: collector.headers,
            url: effectiveURL,
            redirectCount: handle.long(CURLINFO_REDIRECT_COUNT))
    }

    private func deliverHead() {
        guard !isHeadDelivered, !isFinished, let head else { return }
        isHeadDelivered = true
        if request.wantsIcyMetadata, (200..<300).contains(collector.status) {
            innerHead = InnerHead(maximumBytes: request.maximumHeaderBytes)
        }
        applyLowWater()
        delegate?.transfer(self, received: head)
    }

    // MARK: At the end of the turn

    private func goOn() {
        guard !isPaused, isHeld, !isFinished, let handle, let multi else { return }
        isHeld = false
        multi.resume(self, handle)
        applyLowWater()
    }

    private func applyLowWater() {
        guard let lowWater, isHeadDelivered, !isHeld, let handle else { return }
        // HTTP/2 streams share a connection, so the bytes in the socket say nothing about one stream.
        guard handle.long(CURLINFO_HTTP_VERSION) < Int(CURL_HTTP_VERSION_2_0) else { return }
        lowWater.apply(to: descriptor)
    }

    private static func timings(_ handle: EasyHandle) -> TransferTimings {
        TransferTimings(
            nameLookUp: handle.duration(CURLINFO_NAMELOOKUP_TIME_T), connect: handle.duration(CURLINFO_CONNECT_TIME_T),
            tls: handle.duration(CURLINFO_APPCONNECT_TIME_T),
            firstByte: handle.duration(CURLINFO_STARTTRANSFER_TIME_T))
    }

    private static func address(_ handle: EasyHandle) -> String? {
        guard let address = handle.string(CURLINFO_PRIMARY_IP) else { return nil }
        let port = handle.long(CURLINFO_PRIMARY_PORT)
        return NumericAddress.text(address, port: port)
    }
}

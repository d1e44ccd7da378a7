import CCurl
import Glibc
import RadioLoop

/// One response that comes in: made by ``TransferPool/start(_:delegate:)``, it belongs to the loop's thread.
///
/// The pool keeps it until it has ended or was cancelled. A transfer whose delegate has gone is cancelled.
package final class Transfer {
    package let request: TransferRequest
    package weak var delegate: (any TransferDelegate)?
    weak var observer: (any TransferObserver)?

    private weak var multi: CurlMulti?
    /// Present from the admission, when at most ``TransferPool/maximumConnects`` wait for a connection, to the end.
    private(set) var handle: EasyHandle?
    private var collector: HeaderCollector
    private var isHeadDelivered = false
    /// Bytes of the body were delivered.
    private var hasBody = false
    /// Our own reason to stop; the library then only says that a callback refused.
    private var refusal: TransferError?
    /// The library holds bytes back that we refused while paused.
    private var isHeld = false
    private var lowWater: ReceiveLowWater?
    private var lastTimings = TransferTimings()
    private var lastAddress: String?

    /// Over: nothing is delivered any more.
    private(set) var isFinished = false
    package private(set) var isPaused = false
    /// Counts as one of the connects in flight.
    var isConnecting = false
    /// The one that the library waits for on its behalf: of the connection, once that stands. Nil while it waits for none, and as soon
    /// as it is about to close it: the number may stand for something else then. (The library's own answer,
    /// `CURLINFO_ACTIVESOCKET`, comes after the end only.)
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

    /// Ends it: the delegate hears nothing more, the connection is closed at the end of the turn.
    package func cancel() {
        guard !isFinished else { return }
        isFinished = true
        lowWater = nil
        multi?.discard(self)
    }

    /// While paused no byte is delivered, at most a buffer of 16 KiB is read, and then the connection's window fills.
    /// Going on takes effect at the end of the turn. An HTTP/2 transfer (``TransferRequest/isSound`` is false) may
    /// have tens of megabytes buffered by the library: do not pause those for long.
    package func setPaused(_ paused: Bool) {
        guard paused != isPaused, !isFinished else { return }
        isPaused = paused
        if !paused, isHeld { multi?.post { [weak self] in self?.goOn() } }
    }

    /// Lets the process sleep until about `bytes` have arrived, for a live stream that need not be handed over packet
    /// by packet; 1 turns it off. It takes effect once the head is there, is bounded by the size of the library's
    /// buffer (16 KiB), and when nothing was delivered for as long as `patience` the bytes that did arrive are handed over.
    package func setReceiveLowWater(_ bytes: Int, patience: Duration = .seconds(1)) {
        guard !isFinished else { return }
        if lowWater == nil, bytes > 1 { lowWater = multi.map { ReceiveLowWater(loop: $0.loop) } }
        lowWater?.bytes = min(max(bytes, 1), Self.bufferSize)
        lowWater?.patience = patience
        applyLowWater()
    }

    /// Hands the connection over to whoever reads it on by themselves, as its owner; the transfer ends without a word.
    ///
    /// Nil, and nothing changes, where the bytes of the connection are not those of the body (TLS, chunks, packed bodies,
    /// HTTP/2), or before the first of them was delivered. From the inbox only: not from inside a delegate's call that brings
    /// bytes, when the library may have more of them in hand.
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

    private func isPlain(_ handle: EasyHandle) -> Bool {
        guard handle.long(CURLINFO_HTTP_VERSION) < Int(CURL_HTTP_VERSION_2_0),
            let head, head.url.lowercased().hasPrefix("http://")
        else { return false }
        return head["Transfer-Encoding"] == nil && head["Content-Encoding"] == nil
    }

    /// So far, or as they were at the end.
    package var timings: TransferTimings { handle.map(Self.timings) ?? lastTimings }

    /// The numeric address and port that answered, as `192.0.2.1:8000` or `[2001:db8::1]:8000`.
    package var remoteAddress: String? { handle.map(Self.address) ?? lastAddress }

    // MARK: For the multi handle

    /// Bytes that the library reads at once: as many as the largest low-water mark, else marks save nothing.
    static let bufferSize = 16_384

    /// Called when it is its turn to connect. Nil where it cannot start; then it has a refusal.
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

    /// Like a cancel, but the multi handle itself takes care of the rest.
    func abandon() {
        isFinished = true
        lowWater = nil
    }

    func refuse(_ error: TransferError) { if refusal == nil { refusal = error } }

    /// Takes leave of the library; the caller removed the handle from it.
    func release() {
        guard let handle else { return }
        lowWater?.end()
        lowWater = nil
        lastTimings = Self.timings(handle)
        lastAddress = Self.address(handle)
        self.handle = nil
    }

    /// The last thing that happens to it. `code` is nil if it never reached the library.
    func finish(_ code: CURLcode?) {
        let error = outcome(code)
        if !isHeadDelivered, collector.isComplete, error == nil || collector.status >= 400, refusal == nil {
            deliverHead()
        }
        release()
        guard !isFinished else { return }
        isFinished = true
        observer?.transfer(self, isOverWith: error)
        delegate?.transfer(self, endedWith: error)
    }

    private func outcome(_ code: CURLcode?) -> TransferError? {
        if let refusal { return refusal }
        guard let code, code != CURLE_OK, let handle else { return nil }
        return CurlFailure(
            code: code, words: handle.words(for: code),
            host: CurlFailure.host(of: handle.string(CURLINFO_EFFECTIVE_URL) ?? request.url),
            hasDescriptors: CurlFailure.canOpenDescriptors(),
            systemError: Int32(truncatingIfNeeded: handle.long(CURLINFO_OS_ERRNO)),
            isInHeaders: handle.long(CURLINFO_REQUEST_SIZE) > 0
        ).error
    }

    // MARK: From inside the library

    /// One header line; false aborts the transfer.
    func receivedHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        guard !isFinished else { return false }
        // What comes behind the body's beginning is a trailer.
        if !isHeadDelivered { observer?.transfer(self, receivedHeaderLine: line) }
        switch collector.add(line) {
        case .more: return true
        case .tooLarge:
            refuse(.protocolViolation("more than \(request.maximumHeaderBytes) bytes of headers"))
            return false
        case .complete:
            if !isHeadDelivered, let observer, let head { observer.transfer(self, receivedResponse: head) }
            // Whether the library goes on to another response is certain for a success only; else the first byte of
            // the body tells, or the end.
            if (200..<300).contains(collector.status) { deliverHead() }
            if collector.isRedirect { multi?.connectBegins(self) }
            return !isFinished
        }
    }

    /// Bytes of the body: how many were taken, or the library's sign to pause.
    func receivedBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        if !isHeadDelivered { deliverHead() }
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
        hasBody = true
        observer?.transfer(self, receivedBody: bytes)
        delegate.transfer(self, received: bytes)
        lowWater?.received()
        return isFinished ? 0 : bytes.count
    }

    func tries(_ address: String) { observer?.transfer(self, tries: address) }

    func connected(_ address: String?) {
        multi?.connectEnded(self)
        if let address { observer?.transfer(self, isConnectedTo: address) }
    }

    /// Whether a connection may be made: a name, or a redirect, leads where its owner wants.
    /// - Parameters:
    ///   - address: where the connection leads, the four or sixteen bytes.
    ///   - port: its port. A port that is not the URL's is a proxy's, and only the URL says where that one leads.
    func mayConnect(_ address: [UInt8], port: Int) -> Bool {
        guard case .publicAddresses(let home) = request.reach else { return true }
        let url = handle?.string(CURLINFO_EFFECTIVE_URL) ?? request.url
        if let host = StationHeaders.Place(url)?.host, host == StationHeaders.Place(home)?.host { return true }
        if let place = URLPlace(url), place.mayBePublic, place.port != port || PublicAddress.isPublic(address) {
            return true
        }
        refuse(.badURL("\(CurlFailure.host(of: url)) is not a public address"))
        return false
    }

    /// A request is about to be sent: after a redirect perhaps to somebody else.
    func willSend() {
        guard !request.stationHeaders.fields.isEmpty, let handle, handle.long(CURLINFO_REDIRECT_COUNT) > 0 else {
            return
        }
        handle.setHeaders(request, for: handle.string(CURLINFO_EFFECTIVE_URL) ?? "")
    }

    /// What was collected last.
    private var head: ResponseHead? {
        guard let handle else { return nil }
        return ResponseHead(
            status: collector.status, statusLine: collector.statusLine, headers: collector.headers,
            url: handle.string(CURLINFO_EFFECTIVE_URL) ?? request.url,
            redirectCount: handle.long(CURLINFO_REDIRECT_COUNT))
    }

    private func deliverHead() {
        guard !isHeadDelivered, !isFinished, let head else { return }
        isHeadDelivered = true
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
        // HTTP/2 shares its connection: the bytes of one stream say nothing about the next one's.
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

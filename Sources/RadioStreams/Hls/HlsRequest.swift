import RadioFormats
import RadioHTTP
import RadioHls
import RadioLists
import RadioLoop

/// One request of an ``HlsStream``.
///
/// The request parses a playlist as it arrives, stores a key or init section, and passes the bytes of a segment or part
/// on to the stream.
final class HlsRequest: TransferDelegate {
    /// The maximum length of a key file in bytes. A longer response is not a key.
    private static let maximumKeyBytes = 4096
    /// The maximum number of redirects of one request. Each redirect costs another request.
    static let maximumRedirects = 5

    /// The number that the `HlsMachine` gave the request. Nil for the first request, which fetches the address that the
    /// listener opened.
    let id: Int?
    let fetch: HlsFetch
    private weak var owner: HlsStream?
    private(set) var transfer: Transfer?
    /// The reader of a local file. Nil if the request fetches from the network with ``transfer``.
    private var file: FileReader?
    private(set) var url: String
    /// The parser of a playlist.
    private var reader: M3U8Reader?
    /// Unpacks a playlist that the server sent as gzip although the request did not ask for gzip.
    private var unpacker: GzipReader?
    /// The bytes of a key or init section.
    private var bytes: [UInt8] = []
    /// The number of body bytes that were parsed, stored or passed to the stream.
    private(set) var byteCount = 0
    /// The number of bytes before the requested range that are still to drop, if the server sends the whole file.
    private var leftOut: Int64 = 0
    /// The number of bytes of the requested range that are still to come. Nil if the request has no range.
    private var left: Int64?
    private var isOver = false

    init(_ id: Int?, _ fetch: HlsFetch, url: String, owner: HlsStream) {
        self.id = id
        self.fetch = fetch
        self.url = url
        self.owner = owner
        left = fetch.range?.length
    }

    func start(_ request: TransferRequest, pool: TransferPool) { transfer = pool.start(request, delegate: self) }

    /// Takes over the transfer of the ``StreamOpener``, with the body bytes that have arrived so far.
    func adopt(_ transfer: Transfer, prefix: [UInt8]) {
        self.transfer = transfer
        transfer.delegate = self
        prefix.withUnsafeBytes { take($0) }
    }

    /// Starts to read a local file instead of a transfer. Must not be called from inside a C library's callback.
    func start(_ path: String, on worker: BlockingWorker) {
        file = FileReader(worker: worker, path: path, offset: fetch.range?.offset ?? 0) { [weak self] in self?.take($0)
        }
        file?.start()
    }

    func setPaused(_ isPaused: Bool) {
        transfer?.setPaused(isPaused)
        file?.setPaused(isPaused)
    }

    func cancel() {
        isOver = true
        stop()
    }

    private func stop() {
        transfer?.cancel()
        file?.cancel()
    }

    private func take(_ event: FileReader.Event) {
        guard !isOver else { return }
        switch event {
        case .opened(let file):
            if case .media = fetch.purpose {
                owner?.requestBegan(self, length: fetch.range?.length ?? Int64(file.size))
            }
        case .bytes(let bytes): bytes.withUnsafeBytes { take($0) }
        case .end: finish()
        case .failed(let error): fail(HlsFailure(error), error)
        }
    }

    // MARK: TransferDelegate

    /// Checks the status. If the server ignores the range, also checks whether the bytes before the range may be
    /// dropped.
    func transfer(_ transfer: Transfer, received head: ResponseHead) {
        guard !isOver else { return }
        url = head.url
        owner?.redirected(head.redirectCount)
        if let error = StreamError(head) { return fail(HlsFailure(.status(head.status), "\(head.url)"), error) }
        if let range = fetch.range, head.status != 206 {
            leftOut = range.offset
            guard leftOut == 0 || owner?.mayDiscard(leftOut) == true else {
                return fail(HlsFailure(.other, "\(head.url) arrives from its start, not from byte \(leftOut)"))
            }
        }
        if case .media = fetch.purpose {
            let length = head.contentLength.map(Int64.init)
            owner?.requestBegan(self, length: fetch.range?.length ?? length)
        }
    }

    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) { take(bytes) }

    func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        guard !isOver else { return }
        if let error {
            if case .tooManyRedirects = error { owner?.redirected(Self.maximumRedirects) }
            let error = StreamError(error, url: url)
            return fail(HlsFailure(error), error)
        }
        finish()
    }

    /// Cuts the body's bytes to the requested range, then parses them, stores them or passes them to the stream.
    private func take(_ all: UnsafeRawBufferPointer) {
        guard !isOver else { return }
        var bytes = all
        if leftOut > 0 {
            let count = min(Int64(bytes.count), leftOut)
            leftOut -= count
            bytes = UnsafeRawBufferPointer(rebasing: bytes[Int(count)...])
        }
        if let left {
            bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(min(left, Int64(bytes.count)))))
            self.left = left - Int64(bytes.count)
        }
        byteCount += bytes.count
        switch fetch.purpose {
        case .playlist:
            if reader == nil, let first = bytes.first {
                reader = M3U8Reader(imports: owner?.variables ?? [:], query: URLReference(url).query)
                if first == GzipReader.firstByte { unpacker = GzipReader() }
            }
            read(bytes)
        case .key: keep(bytes, upTo: Self.maximumKeyBytes)
        case .initSection: keep(bytes, upTo: HlsMachine.maximumInitBytes)
        case .media: owner?.request(self, brought: bytes)
        }
        // The requested range is complete, but the server sends more bytes, so the request ends here.
        if left == 0, !isOver, all.count > bytes.count {
            isOver = true
            stop()
            owner?.requestIsComplete(self)
        }
    }

    /// Feeds bytes to the playlist's parser, after unpacking if the playlist came as gzip.
    private func read(_ bytes: UnsafeRawBufferPointer) {
        if let unpacker {
            do throws(GzipReader.Damaged) {
                try unpacker.feed(bytes) { plain in
                    reader?.feed(plain)
                    return reader?.failure == nil
                }
            } catch { return fail(HlsFailure(.unreadable, "\(url) cannot be decompressed")) }
        } else {
            reader?.feed(bytes)
        }
        if let failure = reader?.failure { fail(unreadable(failure)) }
    }

    private func keep(_ more: UnsafeRawBufferPointer, upTo maximum: Int) {
        guard bytes.count + more.count <= maximum else {
            return fail(HlsFailure(.tooLarge, "\(url) is longer than \(maximum) bytes"))
        }
        bytes.append(contentsOf: more)
    }

    private func unreadable(_ error: HlsPlaylistError) -> HlsFailure {
        HlsFailure(error.reason == .tooLarge ? .tooLarge : .unreadable, "\(url): \(error)")
    }

    private func fail(_ failure: HlsFailure, _ error: StreamError? = nil) {
        guard !isOver else { return }
        isOver = true
        stop()
        owner?.request(self, failedWith: failure, error)
    }

    private func finish() {
        if let left, left > 0, fetch.range != nil {
            return fail(HlsFailure(.connectionLost, "\(url) ends before the requested range"))
        }
        if let unpacker, !unpacker.isComplete {
            return fail(HlsFailure(.connectionLost, "\(url) ends too early to be decompressed"))
        }
        isOver = true
        owner?.requestIsComplete(self)
    }

    /// Returns the playlist, or the reason why it cannot be read. Call this once only, because it consumes ``reader``.
    ///
    /// A response without content is a live playlist without segments.
    func playlist() -> Result<HlsPlaylist, HlsFailure> {
        var reader = reader.take() ?? M3U8Reader()
        do throws(HlsPlaylistError) { return .success(try reader.finish()) } catch {
            return reader.isBlank ? .success(.media(MediaPlaylist())) : .failure(unreadable(error))
        }
    }

    var kept: [UInt8] { bytes }
}

extension HlsFailure: Error {}

extension HlsFailure {
    /// Creates the failure of a request from the error of its transfer or file.
    init(_ error: StreamError) {
        switch error {
        case .hostUnknown(let text), .noNetwork(let text), .unreachable(let text), .resources(let text):
            self.init(.unreachable, text)
        case .timedOut(let text): self.init(.timedOut, text)
        case .connectionLost(let text): self.init(.connectionLost, text)
        case .accessDenied(let status, let text), .notFound(let status, let text),
            .serverError(let status, let text, _):
            self.init(.status(status), text)
        case .fileMissing(let text), .fileUnreadable(let text), .badAddress(let text), .insecure(let text),
            .notSound(let text), .unsupported(let text), .protocolViolation(let text), .emptyPlaylist(let text):
            self.init(.other, text)
        }
    }
}

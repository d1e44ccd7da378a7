import RadioHTTP
import RadioLoop

/// One list on its way from a server.
final class LibraryDownload: TransferDelegate {
    private let source: String
    private let loop: EventLoop
    private var transfer: Transfer?
    private var timer: LoopTimer?
    private var head: ResponseHead?
    private var bytes: [UInt8] = []
    /// Present until it was called.
    private var completion: ((StationLibraryLoader.Answer) -> Void)?

    init(source: String, loop: EventLoop) {
        self.source = source
        self.loop = loop
    }

    deinit {
        timer?.cancel()
        transfer?.cancel()
    }

    func start(
        pool: TransferPool, timeout: Duration, completion: @escaping (StationLibraryLoader.Answer) -> Void
    ) {
        self.completion = completion
        timer = loop.schedule(after: timeout) { [weak self, source] in self?.end(.failure(.timedOut(source))) }
        transfer = pool.start(TransferRequest(url: source, isSound: false), delegate: self)
    }

    func transfer(_ transfer: Transfer, received head: ResponseHead) {
        self.head = head
        if !(200..<300).contains(head.status) { end(.failure(.refused(source, status: head.status))) }
    }

    func transfer(_ transfer: Transfer, received part: UnsafeRawBufferPointer) {
        guard completion != nil else { return }
        bytes.append(contentsOf: part)
        if bytes.count > StationLibrary.maximumBytes {
            end(.failure(.tooLarge(source, maximum: StationLibrary.maximumBytes)))
        }
    }

    func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        if let error {
            end(.failure(.transfer(source, error)))
            return
        }
        do throws(StationLibraryError) {
            end(.success(try StationLibrary.read(bytes, source: source, base: head?.url ?? source)))
        } catch { end(.failure(error)) }
    }

    /// May be called from inside the library's callbacks: the answer goes through the inbox.
    private func end(_ answer: StationLibraryLoader.Answer) {
        guard let completion else { return }
        self.completion = nil
        bytes = []
        timer?.cancel()
        transfer?.cancel()
        loop.post { completion(answer) }
    }
}

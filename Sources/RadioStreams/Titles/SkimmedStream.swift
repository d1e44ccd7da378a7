import RadioFormats
import RadioHTTP
import RadioLoop

/// Delivers a station's titles without its sound.
///
/// The stream delivers only ``StreamElement/metadata(_:)``, without repeated titles. It drops the sound. If the
/// connection allows that, the kernel drops the sound without copying it to this process. The stream ends when no byte
/// has arrived for ``patience``.
final class SkimmedStream: MediaStream, TransferDelegate {
    /// How long no byte may arrive before the connection is closed.
    static let patience = Duration.seconds(8)
    /// The low-water mark for libcurl's reads, in bytes: half a second of sound at 128 kbit/s. A title may be delayed
    /// by that much.
    static let lowWater = 1 << 13
    /// The time between two checks whether bytes have arrived. All streams check in the same turn.
    static let lookEvery = Duration.seconds(4)

    /// The number of bytes in which metadata blocks are searched for that no header announces.
    static let maximumSearch = IcySplitter.usualMetaints.upperBound + 1 + IcySplitter.maximumBlock

    private let loop: EventLoop
    private let info: StreamInfo
    private weak var client: (any MediaStreamClient)?
    private var transfer: Transfer?
    private var skimmer: SocketSkimmer?
    /// Finds the titles while libcurl delivers the bytes.
    private var titles: TitleSkimmer
    private var look: LoopTimer?
    private var lastByte: MonotonicInstant
    private var hasNews = false
    private var isOpened = false
    private var searched = 0

    /// Creates a stream that takes over a transfer of sound with titles.
    /// - Parameter prefix: The first bytes of the body.
    init(
        loop: EventLoop, transfer: Transfer, info: StreamInfo, isOgg: Bool, prefix: BodyPrefix,
        client: any MediaStreamClient
    ) {
        self.loop = loop
        self.transfer = transfer
        self.info = info
        self.client = client
        titles = TitleSkimmer(after: prefix, isOgg: isOgg)
        lastByte = loop.now
        transfer.delegate = self
        if !titles.isSearching { open() }
        receive(prefix.byteCount) { titles.begin(with: prefix, $0) }
        look = loop.makeTimer { [weak self] in self?.lookAtBytes() }
        look?.rearm(at: Self.nextLook(after: loop.now))
        loop.post { [weak self] in self?.takeConnection() }
    }

    deinit { look?.cancel() }

    func cancel() {
        client = nil
        close()
    }

    func setPaused(_ isPaused: Bool) {}

    func setWakeUpThreshold(bytes: Int, patience: Duration) {}

    // MARK: Through the transfer: TLS, chunked bodies, and the first bytes of every body

    func transfer(_ transfer: Transfer, received head: ResponseHead) {}

    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) {
        let wasSearching = titles.isSearching
        receive(bytes.count) { titles.feed(bytes, $0) }
        if wasSearching, !titles.isSearching { loop.post { [weak self] in self?.takeConnection() } }
    }

    func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        guard transfer === self.transfer else { return }
        end(with: error.map { StreamError($0, url: info.url) } ?? closed)
    }

    private func receive(_ byteCount: Int, _ read: ((TimedMetadata) -> Void) -> Void) {
        guard let client else { return }
        hasNews = true
        read {
            open()
            client.streamBrought(.metadata($0))
        }
        client.streamReceived(bytes: byteCount)
        guard titles.isSearching, !isOpened else { return }
        searched += byteCount
        if searched > Self.maximumSearch {
            loop.post { [weak self] in self.map { $0.end(with: .unsupported("\($0.info.url) sends no titles")) } }
        }
    }

    private func open() {
        if !isOpened { client?.streamOpened(info) }
        isOpened = true
    }

    // MARK: Through the socket

    /// Takes the connection over from libcurl, so that the kernel drops the sound. If that is not possible, libcurl
    /// continues to read.
    private func takeConnection() {
        guard client != nil, !titles.isSearching, let transfer else { return }
        guard let descriptor = transfer.takeConnection() else {
            return transfer.setReceiveLowWater(min(info.metaint ?? Self.lowWater, Self.lowWater), patience: .seconds(1))
        }
        self.transfer = nil
        do {
            skimmer = try SocketSkimmer(loop: loop, descriptor: descriptor, titles: titles) { [weak self] event in
                self?.skimmed(event)
            }
        } catch {
            end(with: .resources(error.description))
        }
    }

    private func skimmed(_ event: SocketSkimmer.Event) {
        guard let client else { return }
        switch event {
        case .metadata(let metadata): client.streamBrought(.metadata(metadata))
        case .bytes(let count):
            hasNews = true
            client.streamReceived(bytes: count)
        case .closed: end(with: closed)
        case .failed(let words): end(with: .connectionLost("\(info.url): \(words)"))
        }
    }

    // MARK: End

    private var closed: StreamError { .connectionLost("\(info.url) closed the connection") }

    /// Ends the stream if no byte has arrived for ``patience``.
    private func lookAtBytes() {
        let now = loop.now
        if hasNews || skimmer?.hasMoreWaiting == true {
            lastByte = now
            hasNews = false
        } else if lastByte.duration(to: now) >= Self.patience {
            return end(with: .timedOut("\(info.url) stopped sending"))
        }
        look?.rearm(at: Self.nextLook(after: now))
    }

    /// Returns the time of the next check whether bytes have arrived. It is the same for all streams.
    private static func nextLook(after now: MonotonicInstant) -> MonotonicInstant {
        let step = lookEvery.nanoseconds
        return MonotonicInstant(nanoseconds: (now.nanoseconds / step + 1) * step)
    }

    private func end(with error: StreamError) {
        guard let client else { return }
        self.client = nil
        close()
        loop.post { client.streamEnded(with: error) }
    }

    private func close() {
        look?.cancel()
        transfer?.cancel()
        transfer = nil
        skimmer?.close()
        skimmer = nil
    }
}

import RadioFormats
import RadioHTTP
import RadioLoop

/// A station's titles without its sound: what is not metadata is dropped, where the connection allows it by the kernel, so that
/// it is never copied.
///
/// It brings ``StreamElement/metadata(_:)`` only, not again while a station repeats it, and ends when nothing has come for ``patience``.
final class SkimmedStream: MediaStream, TransferDelegate {
    /// No byte for so long, and the connection is given up.
    static let patience = Duration.seconds(8)
    /// Where the library reads: half a second of sound at 128 kbit/s, which is as late as a title may come.
    static let lowWater = 1 << 13
    /// How often it is looked whether bytes still come; all streams look in the same turn.
    static let lookEvery = Duration.seconds(4)

    private let loop: EventLoop
    private let info: StreamInfo
    private weak var client: (any MediaStreamClient)?
    private var transfer: Transfer?
    private var skimmer: SocketSkimmer?
    /// While the transfer brings the bytes.
    private var titles: TitleSkimmer
    private var look: LoopTimer?
    private var lastByte: MonotonicInstant
    private var hasNews = false

    /// Takes over a transfer that was found to bring sound with titles; `prefix` are the body bytes it brought so far.
    init(
        loop: EventLoop, transfer: Transfer, info: StreamInfo, isOgg: Bool, prefix: [UInt8],
        client: any MediaStreamClient
    ) {
        self.loop = loop
        self.transfer = transfer
        self.info = info
        self.client = client
        titles = TitleSkimmer(metaint: info.metaint, isOgg: isOgg)
        lastByte = loop.now
        transfer.delegate = self
        client.streamOpened(info)
        prefix.withUnsafeBytes { receive($0) }
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

    // MARK: By the transfer: TLS, chunks, and the first bytes of all

    func transfer(_ transfer: Transfer, received head: ResponseHead) {}

    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) { receive(bytes) }

    func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        guard transfer === self.transfer else { return }
        end(with: error.map { StreamError($0, url: info.url) } ?? closed)
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        guard let client else { return }
        hasNews = true
        titles.feed(bytes) { client.streamBrought(.metadata($0)) }
        client.streamReceived(bytes: bytes.count)
    }

    // MARK: By the socket

    private func takeConnection() {
        guard client != nil, let transfer else { return }
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

    // MARK: Its end

    private var closed: StreamError { .connectionLost("\(info.url) closed the connection") }

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

    /// The same moments for all.
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

import RadioFormats
import RadioHTTP
import RadioLoop

/// Sound that comes as one HTTP body, without an end (a station) or with one (a file on a server).
final class PlainStream: MediaStream, TransferDelegate {
    private let loop: EventLoop
    private let transfer: Transfer
    private let parser: ElementaryStreamParser
    private let info: StreamInfo
    private weak var client: (any MediaStreamClient)?
    private var isOver = false
    private var hasPackets = false

    /// Takes over a transfer that has been found to bring sound; `prefix` are the body bytes it brought so far.
    init(
        loop: EventLoop, transfer: Transfer, info: StreamInfo, container: Container,
        prefix: [UInt8], client: any MediaStreamClient
    ) {
        self.loop = loop
        self.transfer = transfer
        self.info = info
        self.client = client
        parser = ElementaryStreamParser(metaint: info.metaint, container: container)
        transfer.delegate = self
        client.streamOpened(info)
        prefix.withUnsafeBytes { receive($0) }
    }

    func cancel() {
        isOver = true
        client = nil
        transfer.cancel()
    }

    func setPaused(_ isPaused: Bool) { transfer.setPaused(isPaused) }

    func setWakeUpThreshold(bytes: Int, patience: Duration) {
        transfer.setReceiveLowWater(bytes, patience: patience)
    }

    func transfer(_ transfer: Transfer, received head: ResponseHead) {}

    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) { receive(bytes) }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !isOver, let client else { return }
        parser.feed(bytes) { element in forward(element, to: client) }
        if info.isFinite, hasPackets, let length = parser.takeLength() { client.streamNamed(length) }
        client.streamReceived(bytes: bytes.count)
        if let failure = parser.failure(of: info.url) { stop(with: failure) }
    }

    private func forward(_ element: StreamElement, to client: any MediaStreamClient) {
        if case .packet = element { hasPackets = true }
        client.streamBrought(element)
    }

    private func stop(with error: StreamError) {
        isOver = true
        transfer.cancel()
        loop.post { [weak self] in self?.client?.streamEnded(with: error) }
    }

    func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        guard !isOver, let client else { return }
        isOver = true
        if let error {
            client.streamEnded(with: StreamError(error, url: info.url))
            return
        }
        parser.finish { element in forward(element, to: client) }
        if !info.isFinite {
            client.streamEnded(with: .connectionLost("\(info.url) closed the connection"))
        } else if !hasPackets {
            client.streamEnded(with: parser.failure(of: info.url) ?? .notSound("\(info.url) has no sound in it"))
        } else {
            client.streamBrought(.end)
            client.streamEnded(with: nil)
        }
    }
}

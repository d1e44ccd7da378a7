import RadioFormats
import RadioHTTP
import RadioLoop

/// Sound that comes as one HTTP body, without an end (a station) or with one (a file on a server).
final class PlainStream: MediaStream {
    private let loop: EventLoop
    private let container: Container
    private var reader: BodyReader!
    private var plan: FilePlan
    private var info: StreamInfo
    private weak var client: (any MediaStreamClient)?
    private var isOver = false

    /// Takes over a transfer that has been found to bring sound; `prefix` are the body bytes it brought so far.
    /// - Parameter place: where the sound of a file is to begin; nil: at its beginning.
    init(
        loop: EventLoop, pool: TransferPool, request: StreamRequest, transfer: Transfer, head: ResponseHead,
        info: StreamInfo, container: Container, prefix: [UInt8], place: MediaTime?, client: any MediaStreamClient
    ) {
        self.loop = loop
        self.container = container
        self.info = info
        self.client = client
        plan = FilePlan(metaint: info.metaint, container: container, place: nil)
        reader = BodyReader(
            loop: loop, pool: pool, request: request, transfer: transfer, head: head, isFinite: info.isFinite
        ) { [weak self] in self?.take($0) }
        if info.isFinite {
            self.info.isSeekable = reader.hasRanges && container.hasIndex
            plan = makePlan(from: place ?? (self.info.isSeekable ? .zero : nil))
        }
        client.streamOpened(self.info)
        reader.begin(with: prefix)
    }

    private func makePlan(from place: MediaTime?) -> FilePlan {
        FilePlan(container: container, canJump: reader.hasRanges, place: place)
    }

    func cancel() {
        isOver = true
        client = nil
        reader.cancel()
    }

    func setPaused(_ isPaused: Bool) { reader.setPaused(isPaused) }

    func setWakeUpThreshold(bytes: Int, patience: Duration) {
        reader.setReceiveLowWater(bytes, patience: patience)
    }

    /// A file without an index is received from its beginning again.
    func seek(to time: MediaTime) {
        guard !isOver, info.isSeekable else { return }
        if plan.seek(to: time) { return goOn() }
        plan = makePlan(from: time)
        reader.jump(to: 0)
    }

    private func take(_ event: BodyReader.Event) {
        switch event {
        case .bytes(let bytes, let offset): receive(bytes, at: offset)
        case .end: finish()
        case .failed(let error): end(with: error)
        }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard !isOver, let client else { return }
        plan.jump(to: offset)
        plan.feed(bytes) { client.streamBrought($0) }
        if info.isFinite, let length = plan.takeLength() { client.streamNamed(length) }
        client.streamReceived(bytes: bytes.count)
        if let failure = plan.failure(of: info.url) {
            reader.cancel()
            loop.post { [weak self] in self?.end(with: failure) }
            return
        }
        goOn()
    }

    private func goOn() {
        switch plan.wanted {
        case .following: break
        case .from(let offset): reader.jump(to: offset)
        case .nothing:
            // Unless it is sought in before.
            loop.post { [weak self] in if self?.plan.wanted == .nothing { self?.finish() } }
        }
    }

    private func finish() {
        guard !isOver, let client else { return }
        plan.finish { client.streamBrought($0) }
        if !info.isFinite {
            end(with: .connectionLost("\(info.url) closed the connection"))
        } else if !plan.hasPackets {
            end(with: plan.failure(of: info.url) ?? .notSound("\(info.url) has no sound in it"))
        } else {
            client.streamBrought(.end)
            end(with: nil)
        }
    }

    private func end(with error: StreamError?) {
        guard !isOver else { return }
        isOver = true
        reader.cancel()
        client?.streamEnded(with: error)
    }
}

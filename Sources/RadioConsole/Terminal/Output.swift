import Glibc
import Longwave

/// Bytes to stdout or stderr by write(2). On the loop it never waits: what a pipe or terminal does not take now is
/// queued, within a bound, and the oldest goes first; a regular file is written directly.
final class Output {
    /// The most bytes that wait for a reader.
    static let maximumQueued = 256 * 1024

    private struct Entry {
        var bytes: [UInt8]
        var isReplaceable: Bool
    }

    /// The reader went away (a closed pipe, a terminal that hung up). Called once, from the loop's inbox.
    var onClosed: (() -> Void)?
    /// What is written in the place of entries that were dropped, given their number.
    var droppedNotice: ((Int) -> String)?

    private let descriptor: Int32
    private let sink: OutputSink
    private let loop: EventLoop
    private var watch: DescriptorWatch?
    private var queue: [Entry] = []
    private var queuedBytes = 0
    /// Bytes of the first entry that were taken already.
    private var offset = 0
    private var dropped = 0
    private var isClosed = false

    init(_ descriptor: Int32, loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
        sink = OutputSink(descriptor)
        switch sink {
        case .direct: break
        case .gone: closed()
        case .own(let watched), .socket(let watched), .shared(let watched):
            // Waiting for nothing still tells when the other side goes away.
            watch = try? loop.watch(watched, for: []) { [weak self] in self?.happened($0) }
        }
    }

    deinit {
        watch?.cancel()
        sink.close()
    }

    /// Writes now or queues. A replaceable text (a status line) gives way to the next one.
    func write(_ text: String, isReplaceable: Bool = false) {
        guard !isClosed else { return }
        if isReplaceable, let last = queue.last, last.isReplaceable, queue.count > 1 || offset == 0 {
            queue.removeLast()
            queuedBytes -= last.bytes.count
        }
        let bytes = Array(text.utf8)
        queue.append(Entry(bytes: bytes, isReplaceable: isReplaceable))
        queuedBytes += bytes.count
        drain()
        drop()
        watch?.update(queue.isEmpty ? [] : .writable)
    }

    /// At the end: gives a slow reader a moment for the rest.
    func flush(within limit: Duration) {
        let deadline = MonotonicInstant.now.advanced(by: limit)
        while !queue.isEmpty, !isClosed {
            let left = MonotonicInstant.now.duration(to: deadline).nanoseconds / 1_000_000
            guard left > 0 else { return }
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&request, 1, Int32(clamping: left)) > 0 else { return }
            drain()
        }
    }

    private func happened(_ events: DescriptorEvents) {
        if !events.isDisjoint(with: [.hangup, .error]) { return closed() }
        drain()
        watch?.update(queue.isEmpty ? [] : .writable)
    }

    private func drain() {
        while !isClosed, let entry = queue.first {
            switch sink.write(entry.bytes[offset...]) {
            case .took(let count):
                offset += count
                guard offset == entry.bytes.count else { continue }
                queue.removeFirst()
                queuedBytes -= entry.bytes.count
                offset = 0
            case .wouldBlock: return
            case .closed: closed()
            }
        }
        if dropped > 0, !isClosed, let notice = droppedNotice {
            let bytes = Array(notice(dropped).utf8)
            dropped = 0
            queue.append(Entry(bytes: bytes, isReplaceable: false))
            queuedBytes += bytes.count
            drain()
        }
    }

    /// The oldest goes, but not what was written in part: half a line would be read as a whole one.
    private func drop() {
        while queuedBytes > Self.maximumQueued {
            let index = offset > 0 ? 1 : 0
            guard index < queue.count else { return }
            queuedBytes -= queue.remove(at: index).bytes.count
            dropped += 1
        }
    }

    private func closed() {
        guard !isClosed else { return }
        isClosed = true
        watch?.cancel()
        watch = nil
        queue = []
        queuedBytes = 0
        loop.post { [weak self] in self?.onClosed?() }
    }
}

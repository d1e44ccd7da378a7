import Glibc
import Longwave
import RadioLoop

/// Writes bytes to stdout or stderr with write(2), without ever blocking the loop.
///
/// Bytes that a pipe or terminal does not accept yet are queued. If the queue is longer than ``maximumQueued``, its
/// oldest texts are dropped. Bytes for a regular file are written at once.
final class Output {
    /// The largest number of bytes in the queue of texts that are not written yet.
    static let maximumQueued = 256 * 1024

    /// A text in the queue, which waits to be written.
    private struct Entry {
        var bytes: [UInt8]
        var isReplaceable: Bool
    }

    /// Called once, at the end of a turn, when nothing can be written any more: the pipe's reader closed it, or the
    /// terminal hung up.
    var onClosed: (() -> Void)?
    /// Returns the text to write in place of dropped texts. Its argument is the number of dropped texts. If nil, no
    /// such text is written.
    var droppedNotice: ((Int) -> String)?

    private let descriptor: Int32
    private let sink: OutputSink
    private let loop: EventLoop
    private var watch: DescriptorWatch?
    private var queue: [Entry] = []
    private var queuedBytes = 0
    /// How many bytes of the queue's first entry are already written.
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
            // A watch for no events still reports that the pipe was closed or the terminal hung up.
            watch = try? loop.watch(watched, for: []) { [weak self] in self?.happened($0) }
        }
    }

    deinit {
        watch?.cancel()
        sink.close()
    }

    /// Writes a text, or queues it. If the last text in the queue is replaceable, such as a status line, and this text
    /// is replaceable too, this text replaces it.
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

    /// Waits until the queued texts are written, for at most `limit`. Called before the program ends.
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

    /// Writes queued texts until the descriptor accepts no more bytes. When all are written, writes the notice about
    /// dropped texts, if texts were dropped.
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

    /// Drops the oldest texts while the queue is longer than ``maximumQueued``. Does not drop a partly written text,
    /// because its first half would look like a whole line.
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

import Glibc
import Longwave

/// Writes bytes to stdout or stderr with write(2), without ever blocking the loop.
///
/// Bytes that a pipe or terminal cannot take yet are queued up to a limit, beyond which the oldest are dropped. A
/// regular file is written directly.
final class Output {
    /// The largest number of bytes that wait for a reader.
    static let maximumQueued = 256 * 1024

    /// A text that waits to be written.
    private struct Entry {
        var bytes: [UInt8]
        var isReplaceable: Bool
    }

    /// Called once, at the end of a turn of the loop, when the reader is gone: the pipe was closed or the terminal hung
    /// up.
    var onClosed: (() -> Void)?
    /// Returns the text that replaces dropped entries. Its argument is the number of dropped entries.
    var droppedNotice: ((Int) -> String)?

    private let descriptor: Int32
    private let sink: OutputSink
    private let loop: EventLoop
    private var watch: DescriptorWatch?
    private var queue: [Entry] = []
    private var queuedBytes = 0
    /// The number of bytes of the queue's first entry that are already written.
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
            // Even without events, the watch reports when the reader is gone.
            watch = try? loop.watch(watched, for: []) { [weak self] in self?.happened($0) }
        }
    }

    deinit {
        watch?.cancel()
        sink.close()
    }

    /// Writes or queues a text. A replaceable text that still waits, such as a status line, is dropped when the next
    /// replaceable text is written.
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

    /// Waits for a slow reader at the end of the program, for at most `limit`.
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

    /// Writes queued entries until the reader takes no more. Then writes the notice about dropped entries, if there are
    /// any.
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

    /// Drops the oldest entries while the queue is too long. Keeps a partly written entry, because its first half would
    /// look like a whole line.
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

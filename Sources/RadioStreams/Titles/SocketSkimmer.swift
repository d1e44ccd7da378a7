import CLinux
import Glibc
import RadioFormats
import RadioLoop

/// Reads the titles in a station's body from a socket. The sound between them is dropped by the kernel (tcp(7), MSG_TRUNC),
/// and the loop is woken when what is behind the sound is there (SO_RCVLOWAT): once a block of ICY metadata.
final class SocketSkimmer {
    enum Event {
        case metadata(TimedMetadata)
        /// So many bytes went by.
        case bytes(Int)
        case closed
        case failed(String)
    }

    /// Sound that is shorter is read with what follows: one call instead of two.
    private static let shortSound = 1024
    /// The most that the kernel gathers before it wakes us; its buffer must hold twice that.
    private static let maximumMark = 1 << 16
    /// Calls in one turn, so that a burst does not keep the other stations waiting.
    private static let maximumReads = 16

    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var titles: TitleSkimmer
    private var mark: Int32 = 1
    private var waiting: Int32 = 0
    private let report: (Event) -> Void

    /// Owns the descriptor from here on, also when it throws.
    init(
        loop: EventLoop, descriptor: Int32, titles: TitleSkimmer, report: @escaping (Event) -> Void
    ) throws(LoopError) {
        self.descriptor = descriptor
        self.titles = titles
        self.report = report
        do {
            watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.read() }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        setMark()
    }

    deinit { close() }

    func close() {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        Glibc.close(descriptor)
    }

    /// Whether more bytes lie in the socket than when this was asked last: they are fewer than what we are woken for.
    var hasMoreWaiting: Bool {
        let before = waiting
        waiting = longwave_bytes_waiting(descriptor)
        return waiting != before && waiting > 0
    }

    private func read() {
        withExtendedLifetime(self) {
            var total = 0
            for _ in 0..<Self.maximumReads where watch != nil {
                let count = titles.soundDue >= Self.shortSound ? drop() : take()
                guard count > 0 else {
                    if total > 0 { report(.bytes(total)) }
                    if count < 0 { end() } else { setMark() }
                    return
                }
                total += count
                // The byte behind the sound was woken for, and whatever comes behind that wakes again.
                if titles.isBehindBlock { break }
            }
            waiting = 0
            if total > 0 { report(.bytes(total)) }
            setMark()
        }
    }

    /// Bytes that went by, 0 when there are none now, -1 at the end.
    private func drop() -> Int {
        let count = recv(descriptor, nil, titles.soundDue, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT))
        if count > 0 { titles.skipSound(count) }
        return result(count)
    }

    private func take() -> Int {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { scratch in
            let count = recv(
                descriptor, scratch.baseAddress, min(titles.readLimit, scratch.count), Int32(MSG_DONTWAIT))
            if count > 0 {
                titles.feed(UnsafeRawBufferPointer(rebasing: scratch[..<count])) { report(.metadata($0)) }
            }
            return result(count)
        }
    }

    private func result(_ count: Int) -> Int {
        if count > 0 { return count }
        if count < 0, errno == EAGAIN || errno == EINTR { return 0 }
        failure = count == 0 ? nil : String(cString: strerror(errno))
        return -1
    }

    private var failure: String?

    private func end() {
        guard watch != nil else { return }
        close()
        report(failure.map(Event.failed) ?? .closed)
    }

    private func setMark() {
        guard watch != nil else { return }
        // Where blocks are near one another several are read at once.
        let isShort = (1..<Self.shortSound).contains(titles.soundDue)
        let due = max(isShort ? Self.shortSound : titles.due, titles.leastBytes)
        let wanted = Int32(min(due, Self.maximumMark))
        guard wanted != mark else { return }
        var value = wanted
        // A refusal costs wake-ups only.
        if setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 {
            mark = wanted
        }
    }
}

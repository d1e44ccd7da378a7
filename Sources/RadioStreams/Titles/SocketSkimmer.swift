import CLinux
import Glibc
import RadioFormats
import RadioLoop

/// Reads the titles in a station's body from a socket.
///
/// The kernel drops the sound between titles (tcp(7), MSG_TRUNC). It wakes the loop when bytes after the sound have
/// arrived (SO_RCVLOWAT), once per block of ICY metadata.
final class SocketSkimmer {
    /// The events that a skimmer reports.
    enum Event {
        case metadata(TimedMetadata)
        /// This many bytes of sound and metadata were read or dropped.
        case bytes(Int)
        case closed
        case failed(String)
    }

    /// Sound of fewer bytes than this is not dropped separately but read with the bytes after it, which saves a system
    /// call.
    private static let shortSound = 1024
    /// The maximum number of bytes that the kernel collects before it wakes the loop. The socket's receive buffer must
    /// hold twice as many.
    private static let maximumMark = 1 << 16
    /// The maximum number of reads in one turn, so that a burst from one station does not delay other stations.
    private static let maximumReads = 16

    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private let titles: TitleSkimmer
    private var mark: Int32 = 1
    private var waiting: Int32 = 0
    private let report: (Event) -> Void

    /// Creates a skimmer. It takes ownership of the descriptor, even if the initialiser throws.
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

    /// True if bytes have arrived in the socket since the last check, although they are too few to wake the loop.
    var hasMoreWaiting: Bool {
        let before = waiting
        waiting = longwave_bytes_waiting(descriptor)
        return waiting != before && waiting > 0
    }

    /// Drops sound and reads titles until the socket is empty or a metadata block has ended.
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
                // The metadata block for which the kernel woke the loop has been read. Further bytes wake the loop
                // again.
                if titles.isBehindBlock { break }
            }
            waiting = 0
            if total > 0 { report(.bytes(total)) }
            setMark()
        }
    }

    /// Drops sound. Returns the number of dropped bytes, 0 if no bytes have arrived, or -1 if the connection has ended
    /// or failed.
    private func drop() -> Int {
        let count = recv(descriptor, nil, titles.soundDue, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT))
        if count > 0 { titles.skipSound(count) }
        return result(count)
    }

    /// Reads bytes that may contain titles. Returns the number of bytes read, 0 if no bytes have arrived, or -1 if the
    /// connection has ended or failed.
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

    /// Sets the low-water mark: the number of waiting bytes at which the kernel wakes the loop.
    private func setMark() {
        guard watch != nil else { return }
        // If there is only little sound before the next metadata block, sound and block are read together.
        let isShort = (1..<Self.shortSound).contains(titles.soundDue)
        let due = max(isShort ? Self.shortSound : titles.due, titles.leastBytes)
        let wanted = Int32(min(due, Self.maximumMark))
        guard wanted != mark else { return }
        var value = wanted
        // A failure only makes the kernel wake the loop more often.
        if setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 {
            mark = wanted
        }
    }
}

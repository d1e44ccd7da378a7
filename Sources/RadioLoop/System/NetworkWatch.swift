import CNetlink
import Glibc

/// Reports that the network may have come back or improved.
///
/// The first gain (``RouteMessages``) is reported at once. Gains within the next second, such as a route after its
/// address, are reported together at the end of that second. A network that comes and goes is therefore reported at
/// most once a second.
package final class NetworkWatch {
    /// The least time between two reports.
    private static let quiet = Duration.seconds(1)

    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var timer: LoopTimer?
    private var messages = RouteMessages()
    /// True if the network may have improved within a second after the last report, so that another report is due.
    private var isOwed = false
    private let onGain: () -> Void

    /// Starts the watch.
    /// - Throws: `LoopError` if the kernel gives no socket for messages about the network, as in some sandboxes.
    package init(_ loop: EventLoop, _ onGain: @escaping () -> Void) throws(LoopError) {
        self.onGain = onGain
        descriptor = longwave_open_route_messages()
        guard descriptor >= 0 else { throw LoopError(call: "socket(AF_NETLINK)") }
        timer = loop.makeTimer { [weak self] in self?.quietIsOver() }
        watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.receive() }
    }

    deinit {
        watch?.cancel()
        timer?.cancel()
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads all waiting messages. If the socket's queue overflowed (ENOBUFS), messages are lost, so an overflow counts
    /// as an improvement of the network.
    private func receive() {
        var isGain = false
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { buffer in
            // After 64 reads, further messages wait for the next turn.
            for _ in 0..<64 {
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count < 0, errno == ENOBUFS {
                    isGain = true
                    continue
                }
                guard count > 0 else { return }
                if messages.read(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isGain = true }
            }
        }
        if isGain { gained() }
    }

    private func gained() {
        guard let timer, !timer.isArmed else {
            isOwed = true
            return
        }
        timer.rearm(after: Self.quiet)
        onGain()
    }

    private func quietIsOver() {
        guard isOwed else { return }
        isOwed = false
        gained()
    }
}

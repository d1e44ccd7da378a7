import CNetlink
import Glibc

/// Tells when the network may be back: at once, and what follows within a second (an address, then its route) once more
/// at the end of that second. A network that flaps is told of once a second at most.
package final class NetworkWatch {
    private static let quiet = Duration.seconds(1)

    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var timer: LoopTimer?
    private var messages = RouteMessages()
    private var isOwed = false
    private let onGain: () -> Void

    /// - Throws: `LoopError` where the kernel gives no such socket (some sandboxes).
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

    /// Reads all that waits; a queue that ran over (ENOBUFS) may have held a gain.
    private func receive() {
        var isGain = false
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { buffer in
            // Bounded: what comes faster is read in the next turn.
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

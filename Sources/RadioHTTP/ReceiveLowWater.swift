import Glibc
import RadioLoop

/// Holds a socket's `SO_RCVLOWAT` up while bytes flow.
///
/// A response that ends, or whose server becomes slow, with fewer bytes than the mark in the socket would be stuck
/// for ever: so when nothing was delivered for a while, the mark falls to one byte until bytes come again.
final class ReceiveLowWater {
    /// What is wanted.
    var bytes = 1
    /// How long fewer bytes may lie in the socket.
    var patience = Duration.seconds(1)
    private var descriptor: Int32?
    private var applied = 1
    private var timer: LoopTimer?

    init(loop: EventLoop) { timer = loop.makeTimer { [weak self] in self?.set(1) } }

    deinit { end() }

    func apply(to descriptor: Int32?) {
        if descriptor != self.descriptor {
            set(1)
            self.descriptor = descriptor
        }
        set(bytes)
    }

    /// Bytes were delivered.
    func received() {
        guard descriptor != nil else { return }
        set(bytes)
    }

    /// Nothing will be delivered for a while, and that is meant.
    func pause() { set(1) }

    /// The library waits for the socket no more, and may be about to close it.
    func forget() {
        descriptor = nil
        applied = 1
        timer?.disarm()
    }

    /// The connection may serve another transfer from now on.
    func end() {
        set(1)
        descriptor = nil
        timer?.cancel()
        timer = nil
    }

    private func set(_ value: Int) {
        if value > 1 { timer?.rearm(after: patience) } else { timer?.disarm() }
        guard let descriptor, value != applied else { return }
        // Only whoever reads the socket can be hurt by a refusal, and it would only wake more often.
        var value32 = Int32(value)
        if setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &value32, socklen_t(MemoryLayout<Int32>.size)) == 0 {
            applied = value
        }
    }
}

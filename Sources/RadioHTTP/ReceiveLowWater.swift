import Glibc
import RadioLoop

/// Raises a socket's low-water mark (`SO_RCVLOWAT`) while bytes arrive. The kernel then reports the socket as readable
/// only when at least that many bytes wait in it, so the process wakes less often.
///
/// When a response ends, or its server becomes slow, fewer bytes than the mark would stay in the socket for ever.
/// Therefore, if nothing was delivered for ``patience``, the mark falls to one byte until bytes are delivered again.
final class ReceiveLowWater {
    /// The mark, in bytes, while bytes arrive.
    var bytes = 1
    /// How long bytes may stay in the socket because they are fewer than the mark.
    var patience = Duration.seconds(1)
    private var descriptor: Int32?
    private var applied = 1
    private var timer: LoopTimer?

    init(loop: EventLoop) { timer = loop.makeTimer { [weak self] in self?.set(1) } }

    deinit { end() }

    /// Raises the low-water mark of `descriptor`, and lowers that of the previous descriptor to one byte.
    func apply(to descriptor: Int32?) {
        if descriptor != self.descriptor {
            set(1)
            self.descriptor = descriptor
        }
        set(bytes)
    }

    /// Raises the mark again after bytes were delivered.
    func received() {
        guard descriptor != nil else { return }
        set(bytes)
    }

    /// Lowers the mark to one byte while the transfer is paused.
    func pause() { set(1) }

    /// Stops using the descriptor, and leaves its mark unchanged, because libcurl may be about to close it.
    func forget() {
        descriptor = nil
        applied = 1
        timer?.disarm()
    }

    /// Lowers the mark to one byte and stops the timer, because the connection may serve another transfer from now on.
    func end() {
        set(1)
        descriptor = nil
        timer?.cancel()
        timer = nil
    }

    private func set(_ value: Int) {
        if value > 1 { timer?.rearm(after: patience) } else { timer?.disarm() }
        guard let descriptor, value != applied else { return }
        // A failure to raise the mark is ignored: the process only wakes more often.
        var value32 = Int32(value)
        if setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &value32, socklen_t(MemoryLayout<Int32>.size)) == 0 {
            applied = value
        }
    }
}

import Glibc
import RadioLoop

/// A connected socket on an event loop that carries lines. Both sides of the shared player's socket use it.
///
/// The connection owns the descriptor and belongs to the loop's thread.
final class LineConnection {
    /// Size limits of a connection's data.
    struct Limits {
        /// The longest line in bytes.
        var line: Int
        /// The number of bytes that the other side may leave unread. Beyond this number the connection is closed.
        var unread: Int
    }

    var onLine: ([UInt8]) -> Void = { _ in }
    /// Called when the other side sent a line that is longer than the limit. The connection ends after this call.
    var onLongLine: () -> Void = {}
    /// Called once when the connection has ended, but not after ``close()``.
    var onEnd: () -> Void = {}

    private let descriptor: Int32
    private let limits: Limits
    private var watch: DescriptorWatch?
    private var input = LineBuffer()
    private var output: [UInt8] = []

    /// Returns nil, and closes the descriptor, if the operating system cannot watch another descriptor.
    init?(_ descriptor: Int32, _ limits: Limits, loop: EventLoop) {
        self.descriptor = descriptor
        self.limits = limits
        watch = try? loop.watch(descriptor, for: .readable) { [weak self] in self?.happened($0) }
        guard watch != nil else {
            Glibc.close(descriptor)
            return nil
        }
    }

    deinit { close() }

    var isOpen: Bool { watch != nil }

    func close() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        Glibc.close(descriptor)
    }

    /// Sends text, and keeps the bytes that the socket does not accept yet.
    func send(_ text: String) {
        guard isOpen else { return }
        output += text.utf8
        write()
        if output.count > limits.unread { end() }
    }

    private func end() {
        guard isOpen else { return }
        close()
        onEnd()
    }

    private func happened(_ events: DescriptorEvents) {
        if events.contains(.writable) { write() }
        if isOpen, !events.isDisjoint(with: [.readable, .hangup, .error]) { read() }
    }

    /// Writes as many bytes as the socket accepts, and waits until the socket accepts more if some are left.
    private func write() {
        while isOpen, !output.isEmpty {
            let count = output.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno != EAGAIN { return end() }
            guard count > 0 else { break }
            output.removeFirst(count)
        }
        watch?.update(output.isEmpty ? .readable : [.readable, .writable])
    }

    /// Reads from the socket and passes on the complete lines.
    private func read() {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end() }
        input.append(bytes[..<count])
        while isOpen, let line = input.next() { onLine(line) }
        guard isOpen, input.count > limits.line else { return }
        onLongLine()
        end()
    }
}

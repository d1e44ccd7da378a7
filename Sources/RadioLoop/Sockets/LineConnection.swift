import Glibc

/// A connected socket that sends and receives lines of text on an event loop. The shared player, its clients and MPD's
/// protocol use it.
///
/// The connection owns the socket's descriptor. It may be used only on the loop's thread.
package final class LineConnection {
    /// The largest amounts of data that a connection stores.
    package struct Limits {
        /// The longest line that is received, in bytes. After a longer line, the connection is closed.
        package var line: Int
        /// The largest number of bytes that wait to be sent because the other side does not read. If more wait, the
        /// connection is closed.
        package var unread: Int

        package init(line: Int, unread: Int) { (self.line, self.unread) = (line, unread) }
    }

    /// Bytes that wait until all earlier bytes have been sent.
    private enum Waiting {
        case bytes([UInt8])
        /// Text that a closure makes piece by piece, until it returns nil.
        case pieces(() -> String?)
    }

    package var onLine: ([UInt8]) -> Void = { _ in }
    /// Called when the other side has sent a line that is longer than ``Limits/line``. The connection ends after this
    /// call.
    package var onLongLine: () -> Void = {}
    /// Called when received bytes wait for the rest of their line.
    package var onPart: () -> Void = {}
    /// Called once when the connection has ended, unless ``close()`` ended it.
    package var onEnd: () -> Void = {}

    /// Called when the socket has accepted all bytes after it did not accept them at once.
    package var onSent: () -> Void = {}

    private let descriptor: Int32
    private let limits: Limits
    private var watch: DescriptorWatch?
    private var input = LineBuffer()
    /// The bytes that are being sent.
    private var output: [UInt8] = []
    /// What is sent after `output`, in this order.
    private var waiting: [Waiting] = []
    /// The number of bytes in `waiting`, without the text that is made piece by piece.
    private var waitingCount = 0
    /// The descriptor that goes with the next bytes that are sent; nil if there is none. Its owner closes it.
    private var outgoing: Int32?
    /// The first descriptor that came with received bytes and was not taken.
    private var incoming: Int32?

    /// Takes over the descriptor of a connected socket. Returns nil, and closes the descriptor, if the operating system
    /// cannot watch another descriptor.
    package init?(_ descriptor: Int32, _ limits: Limits, loop: EventLoop) {
        self.descriptor = descriptor
        self.limits = limits
        watch = try? loop.watch(descriptor, for: .readable) { [weak self] in self?.happened($0) }
        guard watch != nil else {
            Glibc.close(descriptor)
            return nil
        }
    }

    deinit { close() }

    package var isOpen: Bool { watch != nil }
    /// Whether the socket has accepted everything that was sent.
    package var hasSentAll: Bool { output.isEmpty && waiting.isEmpty }
    /// The number of received bytes that wait for the rest of their line.
    package var partCount: Int { input.count }

    package func close() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        (input, output, waiting) = (LineBuffer(), [], [])
        if let unused = takeDescriptor() { Glibc.close(unused) }
        Glibc.close(descriptor)
    }

    /// Returns the descriptor that came with received bytes, which the caller then owns; nil if none came.
    package func takeDescriptor() -> Int32? { incoming.take() }

    /// Sends text. Bytes that the socket does not accept now are sent when it accepts them.
    /// - Parameter attached: a descriptor that goes with the text. It must stay open until the other side has answered.
    package func send(_ text: String, with attached: Int32? = nil) { send(text.utf8, with: attached) }

    /// Sends bytes as ``send(_:with:)`` sends text.
    package func send(_ bytes: some Collection<UInt8>, with attached: Int32? = nil) {
        guard isOpen else { return }
        outgoing = attached ?? outgoing
        if waiting.isEmpty {
            output += bytes
            write()
        } else {
            waiting.append(.bytes(Array(bytes)))
            waitingCount += bytes.count
        }
        if output.count + waitingCount > limits.unread { end() }
    }

    /// Sends text that `next` makes piece by piece, until it returns nil. Each piece is made when the socket has
    /// accepted all earlier text, so the text can be longer than ``Limits/unread``.
    package func send(pieces next: @escaping () -> String?) {
        guard isOpen else { return }
        waiting.append(.pieces(next))
        write()
    }

    private func end() {
        guard isOpen else { return }
        close()
        onEnd()
    }

    private func happened(_ events: DescriptorEvents) {
        if events.contains(.writable) {
            write()
            if isOpen, hasSentAll { onSent() }
        }
        if isOpen, !events.isDisjoint(with: [.readable, .hangup, .error]) { read() }
    }

    /// Writes as many of the waiting bytes as the socket accepts, but makes only one further piece, so that a long text
    /// does not delay the loop's other work. The loop calls this method again when the socket accepts more.
    private func write() {
        if output.isEmpty { prepare() }
        while isOpen, !output.isEmpty {
            let count = output.withUnsafeBytes { DescriptorMessage.send($0, descriptor, with: outgoing) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno != EAGAIN { return end() }
            guard count > 0 else { break }
            outgoing = nil
            output.removeFirst(count)
        }
        watch?.update(hasSentAll ? .readable : [.readable, .writable])
    }

    /// Moves the next waiting text, or one piece of it, to `output`.
    private func prepare() {
        while output.isEmpty, let first = waiting.first {
            switch first {
            case .bytes(let bytes):
                output = bytes
                waitingCount -= output.count
                waiting.removeFirst()
            case .pieces(let next):
                if let piece = next() { output = Array(piece.utf8) } else { waiting.removeFirst() }
            }
        }
    }

    /// Reads from the socket and passes each complete line to `onLine`.
    private func read() {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let (count, attached) = bytes.withUnsafeMutableBytes { DescriptorMessage.receive($0, descriptor) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        if let attached { if incoming == nil { incoming = attached } else { Glibc.close(attached) } }
        guard count > 0 else { return end() }
        input.append(bytes[..<count])
        while isOpen, let line = input.next() { onLine(line) }
        guard isOpen, input.count > 0 else { return }
        guard input.count > limits.line else { return onPart() }
        onLongLine()
        end()
    }
}

/// The control message with which a descriptor goes through a Unix socket (unix(7), SCM_RIGHTS): a `cmsghdr`, and the
/// descriptor after it.
private struct DescriptorMessage {
    private var length = MemoryLayout<Self>.size
    private var level = SOL_SOCKET
    private var kind = Int32(SCM_RIGHTS)
    private var descriptor: Int32 = -1

    /// Sends bytes, with a descriptor unless it is nil. Returns the number of bytes, or -1 with `errno`.
    static func send(_ bytes: UnsafeRawBufferPointer, _ socket: Int32, with descriptor: Int32?) -> Int {
        var message = DescriptorMessage()
        message.descriptor = descriptor ?? -1
        return message.pass(UnsafeMutableRawBufferPointer(mutating: bytes), isAttached: descriptor != nil) {
            sendmsg(socket, &$0, Int32(MSG_NOSIGNAL))
        }
    }

    /// Receives bytes. Returns their number, or -1 with `errno`, and the descriptor that came with them. The kernel
    /// closes further descriptors, for which the message has no room.
    static func receive(_ bytes: UnsafeMutableRawBufferPointer, _ socket: Int32) -> (Int, Int32?) {
        var message = DescriptorMessage()
        let count = message.pass(bytes, isAttached: true) { recvmsg(socket, &$0, Int32(MSG_CMSG_CLOEXEC)) }
        return (count, count >= 0 && message.descriptor >= 0 ? message.descriptor : nil)
    }

    private mutating func pass(
        _ bytes: UnsafeMutableRawBufferPointer, isAttached: Bool, _ body: (inout msghdr) -> Int
    ) -> Int {
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutableBytes(of: &self) { control in
            withUnsafeMutablePointer(to: &part) { part in
                var message = msghdr()
                (message.msg_iov, message.msg_iovlen) = (part, 1)
                if isAttached { (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count) }
                return body(&message)
            }
        }
    }
}

import Glibc
import RadioLoop

/// Reads lines from a descriptor such as stdin, and passes each line to a closure.
final class LineInput {
    private let descriptor: Int32
    private let loop: EventLoop
    private let receive: (String?) -> Void
    private var watch: DescriptorWatch?
    private var pending: [UInt8] = []
    private var isCancelled = false

    /// The longest line in bytes. The rest of a longer line is dropped, because no person types so long an answer.
    private static let maximumLine = 4096

    /// Begins to read lines from the descriptor.
    /// - Parameter receive: called on the loop with each line; nil at the end of the input.
    init(_ descriptor: Int32, loop: EventLoop, _ receive: @escaping (String?) -> Void) throws(LoopError) {
        self.descriptor = descriptor
        self.loop = loop
        self.receive = receive
        do throws(LoopError) {
            watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.read() }
        } catch {
            // A regular file cannot be watched (epoll_ctl(2), EPERM). So a closure on the loop reads it completely,
            // because reading a file does not wait for a person to type.
            loop.post { [weak self] in
                while let self, !self.isCancelled { self.read() }
            }
        }
    }

    func cancel() {
        isCancelled = true
        watch?.cancel()
    }

    /// Reads up to 1,024 bytes. Passes each complete line to `receive`, and nil at the end of the input.
    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else {
            if !pending.isEmpty { give() }
            if !isCancelled { receive(nil) }
            return cancel()
        }
        for byte in buffer[..<count] where !isCancelled {
            if byte == UInt8(ascii: "\n") { give() } else if pending.count < Self.maximumLine { pending.append(byte) }
        }
    }

    private func give() {
        let line = String(decoding: pending, as: UTF8.self)
        pending = []
        receive(line)
    }
}

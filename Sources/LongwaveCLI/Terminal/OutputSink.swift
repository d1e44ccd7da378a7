import CLinux
import Glibc

/// The way to write to a file descriptor, such as stdout, without blocking the program.
enum OutputSink {
    /// A regular file, or a device that is not a terminal. Writing does not wait for a reader.
    case direct(Int32)
    /// A pipe or terminal that was opened again as non-blocking. The value is the new descriptor.
    ///
    /// O_NONBLOCK on the inherited descriptor would also affect the shell and all other programs that share it.
    case own(Int32)
    case socket(Int32)
    /// A terminal or pipe that cannot be opened again, such as another user's terminal after `su`. Bytes are written in
    /// small chunks, each of them after poll(2) has reported that the descriptor is writable.
    case shared(Int32)
    /// The descriptor is closed, or the reader has closed the pipe. Nothing can be written.
    case gone

    /// The outcome of writing bytes.
    enum Result {
        case took(Int), wouldBlock, closed
    }

    /// The number of bytes that a terminal accepts without blocking when poll(2) reports it as writable (the kernel's
    /// WAKEUP_CHARS).
    private static let sharedChunk = 256

    /// Chooses the way to write by the kind of the descriptor: file, pipe, terminal or socket.
    init(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            self = .gone
            return
        }
        let type = status.st_mode & S_IFMT
        if type == S_IFSOCK {
            self = .socket(descriptor)
            return
        }
        guard type == S_IFIFO || isatty(descriptor) == 1 else {
            self = .direct(descriptor)
            return
        }
        let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        // The error ENXIO means that no program reads from the pipe any more (open(2)).
        self = own >= 0 ? .own(own) : errno == ENXIO && type == S_IFIFO ? .gone : .shared(descriptor)
    }

    func close() {
        if case .own(let descriptor) = self { Glibc.close(descriptor) }
    }

    /// Writes as many of the bytes as the descriptor accepts now.
    func write(_ bytes: ArraySlice<UInt8>) -> Result {
        bytes.withUnsafeBytes { buffer in
            while true {
                let count =
                    switch self {
                    case .direct(let descriptor), .own(let descriptor):
                        Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                    case .socket(let descriptor):
                        send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                    case .shared(let descriptor): Self.writeShared(descriptor, buffer)
                    case .gone: -1
                    }
                if case .gone = self { return .closed }
                if count >= 0 { return .took(count) }
                switch errno {
                case EINTR: continue
                case EAGAIN, EWOULDBLOCK: return .wouldBlock
                // After errors such as EPIPE, EIO (the terminal has hung up) and ENOSPC, nothing more is written.
                case _: return .closed
                }
            }
        }
    }

    private static func writeShared(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&request, 1, 0) == 1 else {
            errno = EAGAIN
            return -1
        }
        return Glibc.write(descriptor, buffer.baseAddress, min(buffer.count, sharedChunk))
    }

    /// Writes a whole text, and blocks until it is written. Returns false if it cannot be written, for example because
    /// the pipe's reader closed it.
    @discardableResult
    static func writeAll(_ descriptor: Int32, _ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            switch OutputSink.direct(descriptor).write(rest) {
            case .took(let count): rest = rest.dropFirst(count)
            case .wouldBlock:
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, -1)
            case .closed: return false
            }
        }
        return true
    }
}

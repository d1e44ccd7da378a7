import CLinux
import Glibc

/// How a descriptor takes bytes without making the program wait.
enum OutputSink {
    /// A regular file or device that never keeps a writer waiting for a reader.
    case direct(Int32)
    /// A pipe or terminal opened once more, non-blocking: O_NONBLOCK on the inherited descriptor itself would be seen by
    /// the shell and every other program that shares it.
    case own(Int32)
    case socket(Int32)
    /// It could not be opened again (another user's terminal after `su`): small writes after a poll.
    case shared(Int32)
    /// Nobody reads any more.
    case gone

    enum Result {
        case took(Int), wouldBlock, closed
    }

    /// A terminal that polls writable takes so much (the kernel's WAKEUP_CHARS).
    private static let sharedChunk = 256

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
        // ENXIO: a pipe whose reader is gone (open(2)).
        self = own >= 0 ? .own(own) : errno == ENXIO && type == S_IFIFO ? .gone : .shared(descriptor)
    }

    func close() {
        if case .own(let descriptor) = self { Glibc.close(descriptor) }
    }

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
                // EPIPE, EIO after a hang-up, ENOSPC: nobody will read this.
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

    /// Writes everything and waits for it: for what runs without the loop. False when nobody reads any more.
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

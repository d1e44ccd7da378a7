import CLinux
import Glibc
import Synchronization

/// Something that happened, told by one thread to others: it stays raised.
package final class TestSignal: Sendable {
    /// Readable once raised.
    let descriptor: Int32
    /// Orders what was done before with what is done after, which a descriptor alone does not in the language's terms.
    private let order = Atomic(0)
    /// For a poll(2) of the caller's own; only to be watched.
    package var watched: Int32 { descriptor }

    package init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(descriptor >= 0, "no eventfd")
    }

    deinit { close(descriptor) }

    package func raise() {
        order.add(1, ordering: .releasing)
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    package var isRaised: Bool { wait(milliseconds: 0) }

    /// False if it was not raised in time. The bound is for tests that fail, so it is generous.
    @discardableResult
    package func wait(seconds: Int32 = 30) -> Bool { wait(milliseconds: seconds * 1000) }

    private func wait(milliseconds: Int32) -> Bool {
        defer { _ = order.load(ordering: .acquiring) }
        return Self.wait(for: [descriptor], milliseconds: milliseconds)
    }

    /// Waits until one of the descriptors is readable.
    static func wait(for descriptors: [Int32], milliseconds: Int32) -> Bool {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let count = poll(&polled, nfds_t(polled.count), milliseconds)
            if count >= 0 { return count > 0 }
            precondition(errno == EINTR, "poll")
        }
    }
}

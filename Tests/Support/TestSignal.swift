import CLinux
import Glibc
import Synchronization

/// A signal that one thread raises for others. It stays raised.
package final class TestSignal: Sendable {
    /// An eventfd that is readable once the signal is raised.
    let descriptor: Int32
    /// Makes memory writes before `raise()` visible to a thread that has waited. In Swift's memory model, polling a
    /// descriptor alone does not do so.
    private let order = Atomic(0)
    /// The descriptor, for callers that call poll(2) themselves. They must not read from it.
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

    /// Waits for the signal. Returns false if it is not raised in time, which should happen only in failing tests.
    @discardableResult
    package func wait(seconds: Int32 = 30) -> Bool { wait(milliseconds: seconds * 1000) }

    private func wait(milliseconds: Int32) -> Bool {
        defer { _ = order.load(ordering: .acquiring) }
        return Self.wait(for: [descriptor], milliseconds: milliseconds)
    }

    /// Waits until one of the descriptors is readable. Returns false after `milliseconds`; -1 waits forever.
    static func wait(for descriptors: [Int32], milliseconds: Int32) -> Bool {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let count = poll(&polled, nfds_t(polled.count), milliseconds)
            if count >= 0 { return count > 0 }
            precondition(errno == EINTR, "poll")
        }
    }
}

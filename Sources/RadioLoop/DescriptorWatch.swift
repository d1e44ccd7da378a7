import CLinux

/// The events that a watch waits for and reports.
///
/// `hangup` and `error` are always reported.
package struct DescriptorEvents: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = DescriptorEvents(rawValue: EPOLLIN.rawValue)
    package static let writable = DescriptorEvents(rawValue: EPOLLOUT.rawValue)
    package static let hangup = DescriptorEvents(rawValue: EPOLLHUP.rawValue)
    package static let error = DescriptorEvents(rawValue: EPOLLERR.rawValue)
}

/// Watches one descriptor on an ``EventLoop``.
///
/// A watch belongs to the loop's thread. It does not own the descriptor: cancel the watch before closing it.
package final class DescriptorWatch {
    package let descriptor: Int32
    package private(set) var interest: DescriptorEvents
    /// The number of this watch among all watches of its loop. The system may give a closed descriptor's number to a
    /// new descriptor. The serial then shows that a late event belongs to the closed one.
    let serial: UInt32
    private var handler: ((DescriptorEvents) -> Void)?
    private let core: LoopCore

    init(
        core: LoopCore, descriptor: Int32, interest: DescriptorEvents, serial: UInt32,
        handler: @escaping (DescriptorEvents) -> Void
    ) {
        self.core = core
        self.descriptor = descriptor
        self.interest = interest
        self.serial = serial
        self.handler = handler
    }

    /// The value that epoll returns with an event: the serial and the descriptor.
    var token: UInt64 { UInt64(serial) << 32 | UInt64(UInt32(bitPattern: descriptor)) }

    /// Replaces the events that the watch waits for.
    package func update(_ interest: DescriptorEvents) {
        guard handler != nil, interest != self.interest else { return }
        self.interest = interest
        _ = longwave_epoll_modify(core.epoll, descriptor, interest.rawValue, token)
    }

    /// Ends the watch. Events that the loop has received from epoll in this turn, but not reported yet, are dropped.
    package func cancel() {
        guard handler != nil else { return }
        handler = nil
        core.remove(self)
    }

    func report(_ events: DescriptorEvents) { handler?(events) }
}

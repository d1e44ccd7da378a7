import CNetlink

/// Reads the kernel's messages about links, addresses and routes (rtnetlink(7)) and finds those that may improve the
/// network.
///
/// A *gain* is a new address, a new default route, or a link that came up. The type does no I/O.
package struct RouteMessages {
    /// The maximum number of links whose state is remembered. A further link that comes up does not count as an
    /// improvement of the network.
    static let maximumLinks = 256

    /// The last known state of each link: true if the link could carry packets (`IFF_RUNNING`).
    private var isRunning: [Int32: Bool] = [:]

    package init() {}

    /// Reads one datagram and returns true if it reports a change that may improve the network. Reading stops at a
    /// message that is cut off.
    package mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        var isGain = false
        let headerSize = MemoryLayout<nlmsghdr>.size
        while rest.count >= headerSize {
            let header = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: nlmsghdr.self)
            let length = Int(header.nlmsg_len)
            guard length >= headerSize, length <= rest.count else { break }
            let body = UnsafeRawBufferPointer(rebasing: rest.dropFirst(headerSize).prefix(length - headerSize))
            if gains(Int(header.nlmsg_type), body) { isGain = true }
            // Messages begin at multiples of four bytes (NLMSG_ALIGNTO).
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return isGain
    }

    /// Returns true if one message reports a gain: a new address, a new default route, or a link that came up.
    private mutating func gains(_ type: Int, _ body: UnsafeRawBufferPointer) -> Bool {
        func load<T: BitwiseCopyable>(_ type: T.Type) -> T? {
            body.count >= MemoryLayout<T>.size ? body.loadUnaligned(as: type) : nil
        }
        switch type {
        case Int(RTM_NEWADDR):
            guard let address = load(ifaddrmsg.self) else { return false }
            // A new IPv6 address is tentative while the kernel checks that no other computer uses it. A link-local
            // address reaches nothing beyond its link.
            return address.ifa_scope < UInt8(RT_SCOPE_LINK.rawValue) && Int32(address.ifa_flags) & IFA_F_TENTATIVE == 0
        case Int(RTM_NEWROUTE):
            guard let route = load(rtmsg.self) else { return false }
            return route.rtm_dst_len == 0 && Int(route.rtm_type) == RTN_UNICAST
        case Int(RTM_NEWLINK):
            guard let link = load(ifinfomsg.self) else { return false }
            return linkChanged(link.ifi_index, flags: link.ifi_flags)
        case Int(RTM_DELLINK):
            if let link = load(ifinfomsg.self) { isRunning[link.ifi_index] = nil }
            return false
        case _: return false
        }
    }

    /// Returns true if a link came up that was down before. The kernel also reports a running link for many other
    /// reasons.
    private mutating func linkChanged(_ index: Int32, flags: UInt32) -> Bool {
        guard flags & longwave_link_loopback == 0 else { return false }
        let runs = flags & longwave_link_running != 0
        let before = isRunning[index]
        if before != nil || isRunning.count < Self.maximumLinks { isRunning[index] = runs }
        return runs && before == false
    }
}

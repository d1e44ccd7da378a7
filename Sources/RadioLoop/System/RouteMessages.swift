import CNetlink

/// Reads the kernel's messages about links, addresses and routes (rtnetlink(7)) and tells when the network may have
/// become better: an address or a default route was added, or a link came up. Pure.
package struct RouteMessages {
    /// Links remembered; of more the state before is not known.
    static let maximumLinks = 256

    /// Whether a link carried packets when it was last heard of.
    private var isRunning: [Int32: Bool] = [:]

    package init() {}

    /// Takes one datagram; true when something in it is a gain. Messages that are cut off end it.
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
            // NLMSG_ALIGNTO
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return isGain
    }

    private mutating func gains(_ type: Int, _ body: UnsafeRawBufferPointer) -> Bool {
        func load<T: BitwiseCopyable>(_ type: T.Type) -> T? {
            body.count >= MemoryLayout<T>.size ? body.loadUnaligned(as: type) : nil
        }
        switch type {
        case Int(RTM_NEWADDR):
            guard let address = load(ifaddrmsg.self) else { return false }
            // Not before IPv6 has made sure that it is the only one; one that only reaches the link does not help.
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

    /// True when it was down before. The kernel tells of a running link for many other reasons, too.
    private mutating func linkChanged(_ index: Int32, flags: UInt32) -> Bool {
        guard flags & longwave_link_loopback == 0 else { return false }
        let runs = flags & longwave_link_running != 0
        let before = isRunning[index]
        if before != nil || isRunning.count < Self.maximumLinks { isRunning[index] = runs }
        return runs && before == false
    }
}

import CNetlink
import Testing

@testable import RadioLoop

@Suite struct RouteMessagesTests {
    private static func message(_ type: Int, _ body: [UInt8]) -> [UInt8] {
        let header = nlmsghdr(
            nlmsg_len: UInt32(MemoryLayout<nlmsghdr>.size + body.count), nlmsg_type: UInt16(type), nlmsg_flags: 0,
            nlmsg_seq: 0, nlmsg_pid: 0)
        let bytes = withUnsafeBytes(of: header) { Array($0) } + body
        return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    private static func bytes<T>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    private static func address(scope: UInt8 = 0, flags: UInt8 = 0) -> [UInt8] {
        message(
            Int(RTM_NEWADDR),
            bytes(ifaddrmsg(ifa_family: 2, ifa_prefixlen: 24, ifa_flags: flags, ifa_scope: scope, ifa_index: 2)))
    }

    private static func route(length: UInt8, type: UInt8 = UInt8(RTN_UNICAST)) -> [UInt8] {
        message(
            Int(RTM_NEWROUTE),
            bytes(
                rtmsg(
                    rtm_family: 2, rtm_dst_len: length, rtm_src_len: 0, rtm_tos: 0, rtm_table: 254, rtm_protocol: 3,
                    rtm_scope: 0, rtm_type: type, rtm_flags: 0)))
    }

    private static let running = longwave_link_up | longwave_link_running

    private static func link(_ index: Int32, flags: UInt32, type: Int = Int(RTM_NEWLINK)) -> [UInt8] {
        message(
            type,
            bytes(
                ifinfomsg(
                    ifi_family: 0, __ifi_pad: 0, ifi_type: 1, ifi_index: index, ifi_flags: flags,
                    ifi_change: .max)))
    }

    private static func read(_ datagrams: [[UInt8]]) -> [Bool] {
        var messages = RouteMessages()
        return datagrams.map { $0.withUnsafeBytes { messages.read($0) } }
    }

    @Test func anAddressIsAGain() { #expect(Self.read([Self.address()]) == [true]) }

    @Test("an address of the link only, of the host only, or not yet sure to be ours is none")
    func otherAddresses() {
        let rows = [
            Self.address(scope: UInt8(RT_SCOPE_LINK.rawValue)), Self.address(scope: UInt8(RT_SCOPE_HOST.rawValue)),
            Self.address(flags: UInt8(IFA_F_TENTATIVE)),
        ]
        #expect(Self.read(rows) == [false, false, false])
    }

    @Test func onlyADefaultRouteIsAGain() {
        let rows = [Self.route(length: 0), Self.route(length: 24), Self.route(length: 0, type: UInt8(RTN_UNREACHABLE))]
        #expect(Self.read(rows) == [true, false, false])
    }

    @Test("a link is a gain when it runs and did not before; the loopback never is")
    func links() {
        let down = longwave_link_up
        let loopback = Self.running | longwave_link_loopback
        let rows = [
            Self.link(2, flags: Self.running), Self.link(2, flags: Self.running), Self.link(2, flags: down),
            Self.link(2, flags: Self.running), Self.link(1, flags: 0), Self.link(1, flags: loopback),
        ]
        #expect(Self.read(rows) == [false, false, false, true, false, false])
    }

    @Test func aLinkThatWasRemovedIsForgotten() {
        let rows = [
            Self.link(3, flags: 0), Self.link(3, flags: 0, type: Int(RTM_DELLINK)), Self.link(3, flags: Self.running),
        ]
        #expect(Self.read(rows) == [false, false, false])
    }

    @Test func severalInOneDatagram() {
        #expect(Self.read([Self.route(length: 24) + Self.link(2, flags: 0) + Self.address()]) == [true])
    }

    @Test("what is cut off, or says a wrong length, is left")
    func damaged() {
        let whole = Self.address()
        for count in 0..<whole.count { #expect(Self.read([Array(whole[..<count])]) == [false]) }
        for length in [UInt32(0), 1, 15, 1000, .max] {
            var bytes = whole
            withUnsafeBytes(of: length) { bytes.replaceSubrange(0..<4, with: $0) }
            #expect(Self.read([bytes]) == [false])
        }
        #expect(Self.read([[]]) == [false])
    }

    @Test func rememberedLinksAreBounded() {
        var messages = RouteMessages()
        for index in 1...Int32(RouteMessages.maximumLinks) {
            Self.link(index, flags: 0).withUnsafeBytes { _ = messages.read($0) }
        }
        let more = Int32(RouteMessages.maximumLinks + 1)
        Self.link(more, flags: 0).withUnsafeBytes { _ = messages.read($0) }
        #expect(!Self.link(more, flags: Self.running).withUnsafeBytes { messages.read($0) })
        #expect(Self.link(1, flags: Self.running).withUnsafeBytes { messages.read($0) })
    }
}

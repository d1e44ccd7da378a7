import RadioFormats

/// Chooses the next address to check. Pure.
///
/// Only a few addresses of one host are checked at a time. The next address comes from the host that has waited
/// longest.
struct CheckQueue {
    /// The addresses of one host.
    private struct Host {
        /// The numbers of the host's addresses, as `append(_:)` assigns them. The checks of the addresses before the
        /// index `next` have begun or ended.
        var items: [Int32] = []
        var next = 0
        var running = 0
        let limit: Int
    }

    private let maximum: Int
    private let maximumPerHost: Int
    private var hosts: [Host] = []
    private var places: [String: Int] = [:]
    private var hostOf: [Int32] = []
    /// The indices in `hosts` of the hosts with an address whose check may begin. The next address comes from the host
    /// at the index `turn`. The elements before `turn` are no longer used.
    private var ready: [Int] = []
    private var turn = 0
    private(set) var running = 0

    /// - Parameters:
    ///   - maximum: the maximum number of addresses that are checked at a time.
    ///   - maximumPerHost: the maximum number of addresses of one host that are checked at a time. Does not apply to
    ///     addresses on this computer.
    init(maximum: Int, maximumPerHost: Int) {
        self.maximum = max(maximum, 1)
        self.maximumPerHost = max(maximumPerHost, 1)
    }

    /// Appends an address.
    ///
    /// Addresses are numbered in the order in which they are appended, from 0 on.
    mutating func append(_ url: String) {
        let name = Self.host(of: url)
        let place: Int
        if let known = places[name] {
            place = known
        } else {
            place = hosts.count
            places[name] = place
            hosts.append(Host(limit: Self.isThisMachine(name) ? .max : maximumPerHost))
            ready.append(place)
        }
        hosts[place].items.append(Int32(hostOf.count))
        hostOf.append(Int32(place))
    }

    /// Returns the number of the next address to check, or nil while no check may begin.
    mutating func next() -> Int? {
        guard running < maximum, turn < ready.count else { return nil }
        let place = ready[turn]
        turn += 1
        if turn > 4096 {
            ready.removeFirst(turn)
            turn = 0
        }
        let item = hosts[place].items[hosts[place].next]
        hosts[place].next += 1
        hosts[place].running += 1
        running += 1
        if hosts[place].next < hosts[place].items.count, hosts[place].running < hosts[place].limit {
            ready.append(place)
        }
        return Int(item)
    }

    /// Records that the check of an address from ``next()`` has ended.
    mutating func finished(_ number: Int) {
        let place = Int(hostOf[number])
        running -= 1
        let wasFull = hosts[place].running == hosts[place].limit
        hosts[place].running -= 1
        if wasFull, hosts[place].next < hosts[place].items.count { ready.append(place) }
    }

    /// Returns the host without its port, because several servers on one host share a computer.
    static func host(of url: String) -> String {
        var host = URLReference(url).hostAndPort.map { $0.lowercased() } ?? ""
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") { host = String(host[..<colon]) }
        return host
    }

    /// Returns whether a host is this computer (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3, RFC 6761 §6.3).
    ///
    /// A file has no host and counts as this computer.
    static func isThisMachine(_ host: String) -> Bool {
        if host.isEmpty || host == "[::1]" || host == "localhost" || host.hasSuffix(".localhost") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

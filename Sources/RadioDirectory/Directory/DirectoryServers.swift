/// Where radio-browser's servers are: a rule over name servers' answers.
///
/// The project asks programs to look its servers up, to take one by chance, and another where that fails (its API documentation,
/// "Get a list of available servers").
enum DirectoryServers {
    /// RFC 2782.
    static let service = "_api._tcp.radio-browser.info"
    /// Has the addresses of all servers.
    static let all = "all.api.radio-browser.info"
    /// What is called otherwise is not theirs, whatever a name server says. That it is, HTTPS proves.
    static let domain = ".radio-browser.info"
    /// More are not tried.
    static let maximumCount = 16

    /// Their addresses, in the order in which they are tried.
    /// - Parameters:
    ///   - random: decides between servers that are as good.
    ///   - ask: asks the name servers; it may block.
    static func find(
        using random: inout some RandomNumberGenerator,
        _ ask: (_ name: String, _ kind: DnsAnswer.Kind) -> DnsQuery.Outcome
    ) -> [String] {
        var hosts: [String] = []
        switch ask(service, .service) {
        case .records(let records): hosts = services(records, using: &random)
        case .none: hosts = []
        // Asking for more would take as long again.
        case .silence: return unasked
        }
        if hosts.isEmpty { hosts = named(using: &random, ask) }
        var seen: Set<String> = []
        let known = hosts.filter { $0.hasSuffix(domain) && seen.insert($0).inserted }
        // Its certificate is that of whichever server answers.
        return (known.prefix(maximumCount - 1) + (seen.contains(all) ? [] : [all])).map(url)
    }

    /// Where nothing could be asked: the name that stands for all of them.
    static let unasked = [url(all)]

    private static func url(_ host: String) -> String { "https://" + host }

    private static func services(
        _ records: [DnsAnswer.Record], using random: inout some RandomNumberGenerator
    ) -> [String] {
        var groups: [UInt16: [String]] = [:]
        for case .service(let host, let priority) in records { groups[priority, default: []].append(host) }
        return groups.keys.sorted().flatMap { groups[$0, default: []].shuffled(using: &random) }
    }

    /// What the addresses of all servers are called.
    private static func named(
        using random: inout some RandomNumberGenerator,
        _ ask: (_ name: String, _ kind: DnsAnswer.Kind) -> DnsQuery.Outcome
    ) -> [String] {
        var hosts: [String] = []
        var addresses: [[UInt8]] = []
        for kind in [DnsAnswer.Kind.a, .aaaa] {
            guard case .records(let records) = ask(all, kind) else { continue }
            for case .address(let address) in records { addresses.append(address) }
        }
        for address in addresses.shuffled(using: &random).prefix(maximumCount) {
            guard case .records(let records) = ask(reverseName(address), .pointer) else { continue }
            for case .host(let host) in records { hosts.append(host) }
        }
        return hosts
    }

    /// RFC 1035 §3.5, RFC 3596 §2.5.
    static func reverseName(_ address: [UInt8]) -> String {
        guard address.count == 16 else { return address.reversed().map { "\($0)." }.joined() + "in-addr.arpa" }
        let nibbles = address.reversed().flatMap { [$0 & 15, $0 >> 4] }
        return nibbles.map { String($0, radix: 16) + "." }.joined() + "ip6.arpa"
    }
}

import Glibc
import RadioLoop

/// Decides which requests the web server carries out. Pure: the time is a parameter.
struct AccessGuard {
    enum Verdict: Hashable {
        case admitted
        case noToken, wrongToken
        /// Too many wrong tokens came from the client's address.
        case tooMany(retryAfter: Int)
        /// The name in `Host` is none of the server's: the client may have been led here by a foreign page, whose name
        /// leads to this computer (DNS rebinding).
        case wrongHost
        /// A page of another server makes a browser send the request.
        case wrongOrigin
    }

    /// How many wrong tokens of an address are judged in ``period``, and how many addresses are counted at once.
    static let attempts = 10, period = Duration.seconds(60), addresses = 256

    private let token: AccessToken
    let cookie: String
    private let hosts: Set<String>
    /// The wrong tokens by the client's address. A token that comes again, such as that of an old cookie, counts once.
    private var failures: [String: Failures] = [:]

    private struct Failures {
        var count = 0
        var since: MonotonicInstant
        var last: Substring = ""
    }

    /// - Parameters:
    ///   - port: the server's port. Browsers send the cookies of one host to all its ports, so the cookie's name has it.
    ///   - names: names of this computer that may stand in `Host`, besides the addresses that clients reach.
    init(_ token: AccessToken, port: UInt16, names: [String]) {
        self.token = token
        cookie = "longwave_\(port)"
        hosts = Set(names.map { HTTPText.host(of: $0) })
    }

    /// The names of this computer.
    static var ownNames: [String] {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let own = String(decoding: bytes, as: UTF8.self)
        return own.isEmpty ? ["localhost"] : ["localhost", own, own.split(separator: ".")[0] + ".local"]
    }

    var countedAddresses: Int { failures.count }

    mutating func judge(_ request: HTTPRequest, at now: MonotonicInstant) -> Verdict {
        if let host = request.headers["host"] {
            let name = HTTPText.host(of: host)
            guard name == request.server || hosts.contains(name) else { return .wrongHost }
        }
        let verdict = judgeToken(request, at: now)
        guard verdict == .admitted, request.method != "GET", request.method != "HEAD" else { return verdict }
        // A browser names the origin of each such request. Other programs send the token in a header of its own.
        guard let origin = request.headers["origin"] else {
            return request.headers["authorization"] == nil ? .wrongOrigin : .admitted
        }
        let host = (request.headers["host"] ?? "").lowercased()
        return ["http://" + host, "https://" + host].contains(origin.lowercased()) ? .admitted : .wrongOrigin
    }

    /// Returns whether a request has the token. A wrong token is not counted.
    func admitsToken(of request: HTTPRequest, at now: MonotonicInstant) -> Bool {
        given(in: request).map { wait(of: $0.guesser, at: now) == nil && token.matches($0.text) } == true
    }

    /// Returns how long a client must wait because of its wrong tokens; nil if it need not.
    private func wait(of guesser: String, at now: MonotonicInstant) -> Duration? {
        guard let known = failures[guesser], known.count >= Self.attempts else { return nil }
        let left = Self.period - known.since.duration(to: now)
        return left > .zero ? left : nil
    }

    private mutating func judgeToken(_ request: HTTPRequest, at now: MonotonicInstant) -> Verdict {
        guard let (given, guesser) = given(in: request) else { return .noToken }
        if let left = wait(of: guesser, at: now) {
            return .tooMany(retryAfter: Int(left.components.seconds) + 1)
        }
        if token.matches(given) { return .admitted }
        if let known = failures[guesser], known.since.duration(to: now) >= Self.period {
            failures[guesser] = nil
        }
        if failures.count >= Self.addresses, failures[guesser] == nil,
            let oldest = failures.min(by: { $0.value.since < $1.value.since })
        {
            failures[oldest.key] = nil
        }
        var known = failures[guesser] ?? Failures(since: now)
        if known.last != given.prefix(512) { known.count += 1 }
        known.last = given.prefix(512)
        failures[guesser] = known
        return .wrongToken
    }

    /// The token that a request contains: as a header, as the cookie, or in the address of the page. Wrong tokens in
    /// addresses count by themselves, because a foreign page can make its visitors' browsers send some.
    private func given(in request: HTTPRequest) -> (text: String, guesser: String)? {
        if request.path == "/", let token = request.query["token"] { return (token, "link " + request.client) }
        if let header = request.headers["authorization"], header.lowercased().hasPrefix("bearer ") {
            return (String(header.dropFirst(7)), request.client)
        }
        for pair in (request.headers["cookie"] ?? "").split(separator: ";") {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == cookie { return (String(parts[1]), request.client) }
        }
        return nil
    }
}

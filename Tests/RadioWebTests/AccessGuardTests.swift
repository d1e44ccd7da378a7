import RadioLoop
import Testing

@testable import RadioWeb

@Suite struct AccessGuardTests {
    private static let token = AccessToken("0123456789abcdef")
    private static let start = MonotonicInstant(nanoseconds: 0)

    private static func made() -> AccessGuard { AccessGuard(token, port: 80, names: ["localhost", "Radio.lan:80"]) }

    private static func request(
        _ headers: [String: String] = [:], _ method: String = "GET", path: String = "/api/v1/state",
        client: String = "10.0.0.2"
    ) -> HTTPRequest {
        var request = HTTPRequest(method: method, path: path)
        request.headers = ["host": "10.0.0.1:8980"].merging(headers) { $1 }
        (request.client, request.server) = (client, "10.0.0.1")
        return request
    }

    private static let bearer = ["authorization": "Bearer 0123456789abcdef"]

    @Test func theTokenComesAsHeaderCookieOrLink() {
        var access = Self.made()
        #expect(access.judge(Self.request(), at: Self.start) == .noToken)
        #expect(access.judge(Self.request(Self.bearer), at: Self.start) == .admitted)
        let cookie = ["cookie": "a=b; longwave_80=0123456789abcdef"]
        #expect(access.judge(Self.request(cookie), at: Self.start) == .admitted)
        #expect(access.judge(Self.request(["cookie": "longwave_81=0123456789abcdef"]), at: Self.start) == .noToken)
        var link = Self.request(path: "/")
        link.query = ["token": "0123456789abcdef"]
        #expect(access.judge(link, at: Self.start) == .admitted)
        // Only the page takes the token from its address.
        link.path = "/api/v1/state"
        #expect(access.judge(link, at: Self.start) == .noToken)
    }

    @Test(arguments: ["0123456789abcde", "0123456789abcdeX", "0123456789abcdef0", "", "X123456789abcdef"])
    func anotherToken(_ text: String) {
        #expect(!Self.token.matches(text))
    }

    @Test func wrongTokensOfAnAddressAreLimited() {
        var access = Self.made()
        let wrong = Self.request(["authorization": "Bearer wrong"])
        // An old cookie, which comes with each request, is one try.
        for _ in 0..<100 { #expect(access.judge(wrong, at: Self.start) == .wrongToken) }
        for number in 1..<AccessGuard.attempts {
            let guess = Self.request(["authorization": "Bearer wrong\(number)"])
            #expect(access.judge(guess, at: Self.start) == .wrongToken)
        }
        let later = Self.start.advanced(by: .seconds(20))
        #expect(access.judge(wrong, at: later) == .tooMany(retryAfter: 41))
        // Who guesses does not learn whether a token is right.
        #expect(access.judge(Self.request(Self.bearer), at: later) == .tooMany(retryAfter: 41))
        #expect(access.judge(Self.request(Self.bearer, client: "10.0.0.3"), at: later) == .admitted)
        #expect(access.judge(Self.request(Self.bearer), at: Self.start.advanced(by: .seconds(61))) == .admitted)
    }

    /// A foreign page that makes a browser open links with wrong tokens does not lock the listener out.
    @Test func wrongLinksCountByThemselves() {
        var access = Self.made()
        var link = Self.request(path: "/")
        for number in 0...AccessGuard.attempts {
            link.query = ["token": "wrong\(number)"]
            _ = access.judge(link, at: Self.start)
        }
        #expect(access.judge(link, at: Self.start) == .tooMany(retryAfter: 61))
        #expect(access.judge(Self.request(Self.bearer), at: Self.start) == .admitted)
    }

    /// An attacker with many addresses does not make the table grow.
    @Test func manyAddresses() {
        var access = Self.made()
        for number in 0..<2000 {
            let wrong = Self.request(["authorization": "Bearer wrong"], client: "a\(number)")
            #expect(access.judge(wrong, at: Self.start) == .wrongToken)
        }
        #expect(access.countedAddresses <= AccessGuard.addresses)
    }

    @Test(arguments: [
        ("10.0.0.1", true), ("10.0.0.1:8980", true), ("LOCALHOST", true), ("radio.lan.", true),
        ("radio.lan:8980", true),
        ("10.0.0.9", false), ("evil.example", false), ("evil.example:8980", false), ("10.0.0.1.evil.example", false),
        ("", false),
    ])
    func hosts(_ host: String, _ isRight: Bool) {
        var access = Self.made()
        let request = Self.request(Self.bearer.merging(["host": host]) { $1 })
        #expect(access.judge(request, at: Self.start) == (isRight ? .admitted : .wrongHost))
    }

    @Test(arguments: [
        ("http://10.0.0.1:8980", true), ("https://10.0.0.1:8980", true), ("http://10.0.0.1", false),
        ("http://evil.example", false), ("null", false), ("", false), (nil, false),
    ])
    func originsOfBrowsers(_ origin: String?, _ isRight: Bool) {
        var access = Self.made()
        var headers = ["cookie": "longwave_80=0123456789abcdef"]
        headers["origin"] = origin
        let verdict = access.judge(Self.request(headers, "POST"), at: Self.start)
        #expect(verdict == (isRight ? .admitted : .wrongOrigin))
    }

    @Test func programsNeedNoOrigin() {
        var access = Self.made()
        #expect(access.judge(Self.request(Self.bearer, "POST"), at: Self.start) == .admitted)
        let foreign = Self.bearer.merging(["origin": "http://evil.example"]) { $1 }
        #expect(access.judge(Self.request(foreign, "POST"), at: Self.start) == .wrongOrigin)
    }
}

import TestSupport
import Testing

@testable import RadioHTTP

@Suite struct StationHeadersTests {
    @Test(arguments: [
        ("http://radio.test/live", "http://radio.test/other", true),
        ("http://radio.test/live", "http://RADIO.test:80/x", true),
        ("http://radio.test:8000/live", "http://radio.test/x", false),
        ("http://radio.test/live", "https://radio.test/x", false),
        ("http://radio.test/live", "http://radio.test.evil/x", false),
        ("http://radio.test/live", "http://radio.test@evil.test/x", false),
        ("http://user:word@radio.test/live", "http://radio.test/x", true),
        ("http://[::1]:8000/live", "http://[::1]:8000/x", true),
        ("http://[::1]/live", "http://[::2]/x", false),
        ("http://radio.test/live", "http://cdn.test:9000/x", true),
        ("http://radio.test/live", "http://tls.test:8443/x", true),
        ("http://radio.test/live", "http://tls.test/x", false),
        ("http://radio.test/live", "nonsense", false),
        ("", "http://radio.test/", false),
        // A dot at the end of a host says only that the name is complete.
        ("http://radio.test./live", "http://radio.test/x", true),
        ("http://radio.test/live", "http://radio.test.:80/x", true),
        ("http://radio.test/live", "http://cdn.test./x", true),
        ("http://radio.test/live", "http://tls.test.:8443/x", true),
        ("http://radio.test/live", "http://radio.test../x", false),
    ])
    func whoGetsThem(home: String, url: String, gets: Bool) {
        let headers = StationHeaders(["X-Api-Key": "1"], home: home, hosts: ["cdn.test", "TLS.test:8443"])
        #expect(headers.fields(for: url).isEmpty == !gets)
    }

    /// A list states extra headers for a station. After a redirect to another port of this computer, they are not sent.
    @Test func redirectsDoNotCarryThem() throws {
        let stranger = try LoopbackServer { connection in
            // The part of the address after "?" names the target of the redirect.
            let target = connection.request.target.split(separator: "?").last ?? ""
            connection.send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
        }
        defer { stranger.stop() }
        let own = try LoopbackServer { connection in
            guard connection.request.path == "/begin" else {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
                return
            }
            let target = "\(stranger.url())?http://\(connection.request["Host"] ?? "")/end"
            connection.send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
        }
        defer { own.stop() }
        let names = ["Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization"]
        var request = TransferRequest(url: own.url("/begin"), headers: ["X-Everywhere": "1"])
        request.stationHeaders = StationHeaders(
            Dictionary(uniqueKeysWithValues: names.map { ($0, "secret") }), home: own.url())
        let recorder = try HTTPBench().fetch(request)
        #expect(recorder.text == "hi" && own.requests.count == 2 && stranger.requests.count == 1)
        for name in names {
            // After a redirect to another host or port, libcurl leaves out the headers Authorization and Cookie.
            #expect(own.requests.first?[name] == "secret", "\(name)")
            #expect(stranger.requests.first?[name] == nil, "\(name)")
        }
        #expect(own.requests.last?["X-Api-Key"] == "secret")
        #expect((own.requests + stranger.requests).allSatisfy { $0["X-Everywhere"] == "1" })
    }
}

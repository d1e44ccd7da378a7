import Glibc
import TestSupport
import Testing

@testable import RadioHTTP

@Suite struct PublicAddressTests {
    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "100.63.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "198.17.0.1", "223.255.255.255",
        "2606:4700::1111", "2a00::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
    ])
    func isPublic(_ address: String) { #expect(PublicAddress.isPublic(NumericAddress.bytes(address))) }

    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "127.0.0.1", "127.9.9.9", "100.64.0.1", "169.254.169.254", "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1", "192.0.0.8", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fec0::1",
        "fd00::1",
        "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:192.168.1.1", "64:ff9b::10.0.0.1", "::127.0.0.1",
        "no address",
    ])
    func isNotPublic(_ address: String) { #expect(!PublicAddress.isPublic(NumericAddress.bytes(address))) }

    /// Addresses, names and redirects that come from a server must not lead to servers on this computer. Only the
    /// station's own host is allowed, even if it is this computer.
    @Test func strangersDoNotLeadToThisMachine() throws {
        let target = try LoopbackServer(host: "127.0.0.2") { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi") }
        defer { target.stop() }
        let home = try LoopbackServer { connection in
            let to = connection.request.path == "/away" ? target.url() : ""
            let head = to.isEmpty ? "200 OK" : "302 Found\r\nLocation: \(to)"
            connection.send("HTTP/1.1 \(head)\r\nContent-Length: 2\r\n\r\nhi")
        }
        defer { home.stop() }
        let bench = try HTTPBench()
        func fetch(_ url: String, home: String) -> TransferRecorder {
            var request = TransferRequest(url: url, isSound: false)
            request.reach = .publicAddresses(home: home)
            return bench.fetch(request)
        }
        #expect(fetch(home.url(), home: home.url("/live")).text == "hi")
        for url in [target.url(), "http://localhost:\(target.port)/", home.url("/away")] {
            let recorder = fetch(url, home: home.url("/live"))
            guard case .badURL(let words)? = recorder.error else {
                Issue.record("\(url): \(String(describing: recorder.error))")
                continue
            }
            #expect(words.hasSuffix("is not a public address"))
        }
        #expect(fetch(home.url(), home: "http://radio.test/").error != nil)
        #expect(target.acceptedCount == 0)
    }

    /// A proxy may have any address, also one of this computer. The rule applies to the address in the request.
    @Test func aProxyIsNoStranger() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { connection in
                let isAway = connection.request.target.hasSuffix("/away")
                let head = isAway ? "302 Found\r\nLocation: http://10.0.0.1/" : "200 OK"
                connection.send("HTTP/1.1 \(head)\r\nContent-Length: 8\r\n\r\nby proxy")
            }
            setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let bench = try HTTPBench()
            func fetch(_ url: String) -> TransferRecorder {
                var request = TransferRequest(url: url, isSound: false)
                request.reach = .publicAddresses(home: "http://192.168.7.7:8000/live")
                return bench.fetch(request)
            }
            for url in ["http://pictures.test/a.png", "http://8.8.8.8/", "http://192.168.7.7/cover.png"] {
                #expect(fetch(url).text == "by proxy", "\(url)")
            }
            let asked = proxy.requests.count
            let strangers = [
                "127.0.0.1", "127.1", "0x7f000001", "2130706433", "%31%32%37.0.0.1", "[::1]", "[::ffff:10.0.0.1]",
                "localhost", "localhost.", "10.0.0.1:\(proxy.port)", "192.168.7.8", "169.254.169.254.",
            ]
            for host in strangers {
                let recorder = fetch("http://\(host)/")
                #expect(recorder.error?.kind == "badURL", "\(host): \(recorder.text)")
            }
            #expect(fetch("http://pictures.test/away").error?.kind == "badURL")
            #expect(proxy.requests.count == asked + 1)
            proxy.stop()
        }
    }
}

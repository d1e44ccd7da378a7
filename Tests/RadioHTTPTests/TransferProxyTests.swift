import Glibc
import RadioHTTP
import TestSupport
import Testing

/// Transfers through a proxy. The environment names the proxy, so each test has a process of its own.
@Suite struct TransferProxyTests {
    @Test func aProxyIsAskedForTheWholeURL() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { $0.reply(text: "by proxy") }
            let direct = try LoopbackServer(host: "127.0.0.2") { $0.reply(text: "direct") }
            setenv("http_proxy", "http://a:b%40@127.0.0.1:\(proxy.port)", 1)
            setenv("no_proxy", "127.0.0.2", 1)
            let bench = try HTTPBench()
            #expect(bench.fetch("http://radio.invalid/a?b").text == "by proxy")
            let asked = try #require(proxy.requests.first)
            #expect(asked.target == "http://radio.invalid/a?b")
            #expect(asked["Host"] == "radio.invalid")
            // "a:b@" in Base64.
            #expect(asked["Proxy-Authorization"] == "Basic YTpiQA==")
            #expect(bench.fetch(direct.url()).text == "direct")
            #expect(direct.requests.first?.target == "/")
            proxy.stop()
            direct.stop()
        }
    }

    @Test func aProxyThatIsNotThere() async {
        await #expect(processExitsWith: .success) {
            let closed = try LoopbackServer { _ in }
            closed.stop()
            setenv("http_proxy", "http://127.0.0.1:\(closed.port)", 1)
            #expect(try HTTPBench().fetch("http://radio.invalid/").error?.kind == "cannotConnect")
            setenv("http_proxy", "http://proxy.invalid:1", 1)
            let recorder = try HTTPBench().fetch("http://127.0.0.1/")
            #expect(recorder.error?.kind == "hostUnknown")
            #expect(recorder.error?.words.contains("proxy.invalid") == true)
        }
    }

    @Test func aTunnelIsNoResponse() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { $0.reply(status: "403 No", headers: ["X-Proxy: 1"], text: "no tunnel") }
            setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let recorder = try HTTPBench().fetch("https://radio.invalid/")
            #expect(proxy.requests.first?.method == "CONNECT")
            #expect(recorder.head == nil)
            #expect(recorder.error?.kind == "connectionLost" || recorder.error?.kind == "cannotConnect")
            proxy.stop()
        }
    }
}

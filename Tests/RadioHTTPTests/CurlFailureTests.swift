import CCurl
import Glibc
import Testing

@testable import RadioHTTP

@Suite struct CurlFailureTests {
    @Test(arguments: [
        ("http://radio.example/a", "radio.example"), ("http://user:p@ss@radio.example:80/a@b", "radio.example:80"),
        ("https://[::1]:8000?a", "[::1]:8000"), ("http://a.b#@c", "a.b"), ("nothing", ""), ("", ""),
    ])
    func hosts(url: String, host: String) {
        #expect(CurlFailure.host(of: url) == host)
    }

    private func error(
        _ code: CURLcode, words: String = "words", hasDescriptors: Bool = true, systemError: Int32 = 0,
        hasNetwork: Bool = true, isInHeaders: Bool = false
    ) -> TransferError {
        CurlFailure(
            code: code, words: words, host: "a.b", hasDescriptors: hasDescriptors, systemError: systemError,
            hasNetwork: { hasNetwork }, isInHeaders: isInHeaders
        ).error
    }

    /// For a header line that is too long, libcurl reports that it is out of memory. The error must still name the real
    /// reason.
    @Test func linesThatAreTooLong() {
        #expect(error(CURLE_OUT_OF_MEMORY, isInHeaders: true).words == "a.b: a header line is too long")
    }

    @Test func wordsAndHost() {
        #expect(error(CURLE_RECV_ERROR) == .connectionLost("a.b: words"))
        #expect(error(CURLE_RECV_ERROR, words: "a.b broke") == .connectionLost("a.b broke"))
    }

    /// Error codes of libcurl that no test server can cause.
    @Test func codes() {
        #expect(error(CURLE_OUT_OF_MEMORY).kind == "resources")
        #expect(error(CURLE_OUT_OF_MEMORY, isInHeaders: true).kind == "protocolViolation")
        #expect(error(CURLE_COULDNT_CONNECT, hasDescriptors: false).kind == "resources")
        #expect(error(CURLE_COULDNT_RESOLVE_PROXY).kind == "hostUnknown")
        #expect(error(CURLE_COULDNT_RESOLVE_HOST, hasNetwork: false).kind == "noNetwork")
        #expect(error(CURLE_COULDNT_CONNECT, systemError: ENETUNREACH, hasNetwork: false).kind == "noNetwork")
        // The server's network cannot be reached although this computer has a network, and one port of this computer
        // refuses connections.
        #expect(error(CURLE_COULDNT_CONNECT, systemError: ENETUNREACH).kind == "cannotConnect")
        #expect(error(CURLE_COULDNT_CONNECT, systemError: ECONNREFUSED, hasNetwork: false).kind == "cannotConnect")
        #expect(error(CURLE_SSL_CONNECT_ERROR).kind == "tls")
        #expect(error(CURLE_PEER_FAILED_VERIFICATION).kind == "tls")
        #expect(error(CURLE_SSL_CACERT_BADFILE).kind == "tls")
        #expect(error(CURLE_HTTP2).kind == "protocolViolation")
        #expect(error(CURLE_BAD_CONTENT_ENCODING).kind == "protocolViolation")
        #expect(error(CURLE_SEND_ERROR).kind == "connectionLost")
    }
}

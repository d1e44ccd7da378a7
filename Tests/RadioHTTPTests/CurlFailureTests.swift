import CCurl
import Glibc
import RadioFormats
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

    /// OpenSSL's words, and what a listener reads before them.
    @Test(arguments: [
        ("certificate is not yet valid", "date is wrong: 2016-03-0"),
        ("certificate has expired", "date is wrong: 2016-03-0"),
        ("error:0A00010B:SSL routines::wrong version number", "does not use TLS"),
        ("error:0A000102:SSL routines::unsupported protocol", "old version of TLS"),
        ("error:0A00042E:SSL routines::tlsv1 alert protocol version", "old version of TLS"),
        ("error:0A000152:SSL routines::unsafe legacy renegotiation disabled", "old version of TLS"),
        ("error:0A00018A:SSL routines::dh key too small", "too weak"),
        ("self-signed certificate", "no known authority"),
        ("unable to get local issuer certificate", "no known authority"),
        ("no alternative certificate subject name matches target host name 'a.b'", "another host"),
    ])
    func wordsForListeners(words: String, reason: String) {
        var failure = CurlFailure(
            code: CURLE_SSL_CONNECT_ERROR, words: words, host: "a.b", hasDescriptors: true, systemError: 0,
            isInHeaders: false)
        failure.now = 1_457_000_000
        let text = failure.error.words
        #expect(text.hasPrefix("a.b: the ") || text.hasPrefix("a.b: no known"), "\(text)")
        #expect(text.contains(reason) && text.hasSuffix(" (\(words))"), "\(text)")
        #expect(failure.error.kind == "tls")
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

import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import RadioHTTP

@Suite struct TransferTLSTests {
    @Test func aCertificateOfOnesOwnIsRefused() throws {
        let server = try TLSServer()
        let recorder = try HTTPBench().fetch(server.url)
        #expect(recorder.error?.kind == "tls", "\(recorder.error?.words ?? "none")")
        #expect(recorder.error?.words.contains("certificate") == true)
        #expect(recorder.head == nil)
    }

    @Test(arguments: [true, false])
    func aTrustedCertificateIsTaken(isSound: Bool) throws {
        let server = try TLSServer()
        let bench = try HTTPBench()
        bench.pool.certificateFile = server.certificate
        for _ in 0..<2 {
            let recorder = TransferRecorder()
            recorder.onHead = { $0.setReceiveLowWater(8192) }
            let transfer = bench.pool.start(TransferRequest(url: server.url, isSound: isSound), delegate: recorder)
            #expect(bench.loop.turn { recorder.hasEnded })
            #expect(recorder.error == nil)
            #expect(recorder.head?.status == 200)
            #expect(recorder.text.contains("s_server"))
            #expect(transfer.timings.tls > .zero)
        }
    }

    @Test func aCertificateForAnotherNameIsRefused() throws {
        let server = try TLSServer(name: "radio.example")
        let bench = try HTTPBench()
        bench.pool.certificateFile = server.certificate
        #expect(bench.fetch(server.url).error?.kind == "tls")
    }

    @Test func anExpiredCertificateIsRefusedInWords() throws {
        let server = try TLSServer(isExpired: true)
        let bench = try HTTPBench()
        bench.pool.certificateFile = server.certificate
        let recorder = bench.fetch(server.url)
        #expect(recorder.error?.kind == "tls")
        #expect(recorder.error?.words.contains("expired") == true, "\(recorder.error?.words ?? "none")")
        // The reason may be the computer's clock, so its date is named.
        #expect(recorder.error?.words.contains("computer's date is wrong: 2") == true)
    }

    @Test(arguments: ["-tls1", "-tls1_1"]) func anOldProtocolIsNamed(_ option: String) throws {
        let server = try TLSServer(options: [option, "-cipher", "DEFAULT@SECLEVEL=0"])
        let bench = try HTTPBench()
        bench.pool.certificateFile = server.certificate
        let error = bench.fetch(server.url).error
        #expect(error?.kind == "tls" && error?.words.contains("old version of TLS") == true, "\(error as Any)")
    }

    @Test func aServerWithoutTLS() throws {
        let server = try LoopbackServer { _ in }
        defer { server.stop() }
        let recorder = TransferRecorder()
        let bench = try HTTPBench()
        bench.pool.start(TransferRequest(url: "https://127.0.0.1:\(server.port)/"), delegate: recorder)
        // The server has no TLS and takes the first bytes of TLS for an incomplete request. When it is stopped, the
        // connection breaks.
        #expect(bench.loop.turn(untilElsewhere: { server.acceptedCount == 1 }))
        bench.loop.turn(for: .milliseconds(20))
        server.stop()
        #expect(bench.loop.turn { recorder.hasEnded })
        #expect(recorder.error?.kind == "tls" || recorder.error?.kind == "connectionLost")
    }
}

import Glibc
import RadioLoop
import TestSupport

/// `openssl s_server` with a certificate that ended a year ago.
final class ExpiredTLSServer {
    let url: String
    private let process: ChildProcess
    private let directory: TemporaryDirectory

    init(preload: String) throws {
        directory = try TemporaryDirectory()
        let (certificate, key) = (directory.path + "/certificate.pem", directory.path + "/key.pem")
        let clock = try PlayerClock(-400 * 86_400)
        let made = try ChildProcess.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
                "-out",
                certificate, "-days", "30", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            ], environment: ["LD_PRELOAD": preload, "LONGWAVE_FAULT_CLOCK": clock.path])
        withExtendedLifetime(clock) {}
        guard made.code == 0 else { throw FaultError(description: made.output) }
        let port = try LoopbackClient.freePort()
        url = "https://127.0.0.1:\(port)/live"
        process = try ChildProcess(
            "openssl", ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", key, "-www"])
        let deadline = MonotonicInstant.now.advanced(by: .seconds(20))
        while (try? LoopbackClient(port: port)) == nil {
            guard MonotonicInstant.now < deadline else { throw FaultError(description: "s_server does not listen") }
            usleep(10_000)
        }
    }

    deinit { process.end() }
}

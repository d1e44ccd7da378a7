import Glibc
import TestSupport

/// The certificates of a fault row's server at 127.0.0.1, made by `openssl`, in a folder of certificates that the
/// player trusts.
final class TLSCertificates: Sendable {
    struct Certificate: Sendable {
        var path: String
        var key: String
    }

    /// A certificate that is valid for a month.
    let valid: Certificate
    /// A certificate whose validity ended a year ago.
    let expired: Certificate
    /// The folder of trusted certificates that the player uses instead of the system's (Tests/FaultPreload).
    var folder: String { directory.path }
    private let directory: TemporaryDirectory

    static let isInstalled = ChildProcess.exists("openssl")

    init(preload: String) throws {
        directory = try TemporaryDirectory()
        let clock = try PlayerClock(-400 * 86_400)
        valid = try Self.make("valid", in: directory.path, environment: [:])
        expired = try Self.make(
            "expired", in: directory.path, environment: ["LD_PRELOAD": preload, "LONGWAVE_FAULT_CLOCK": clock.path])
        withExtendedLifetime(clock) {}
        // This command makes links whose names are hashes of the certificates' subjects. OpenSSL finds trusted
        // certificates by such names.
        let hashed = try ChildProcess.run("openssl", ["rehash", directory.path])
        guard hashed.code == 0 else { throw FaultError(description: hashed.output) }
    }

    private static func make(
        _ name: String, in folder: String, environment: [String: String]
    ) throws -> Certificate {
        let made = Certificate(path: "\(folder)/\(name).pem", key: "\(folder)/\(name).key")
        let run = try ChildProcess.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                made.key, "-out", made.path, "-days", "30", "-subj", "/CN=127.0.0.1", "-addext",
                "subjectAltName=IP:127.0.0.1",
            ], environment: environment)
        guard run.code == 0 else { throw FaultError(description: run.output) }
        return made
    }
}

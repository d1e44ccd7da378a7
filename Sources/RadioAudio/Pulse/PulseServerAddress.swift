import Glibc

/// Where the sound server's socket lies, for who waits until it is there. libpulse itself decides what it connects to.
enum PulseServerAddress {
    /// The path of the first socket that libpulse would try; nil where that is none of this machine's file system (a host, or an address that
    /// only libpulse's configuration files know).
    ///
    /// - Parameters:
    ///   - server: as `PULSE_SERVER` names it: addresses with spaces between, each `[{machine}]unix:/path`, `/path`, or a host.
    ///   - environment: of variables, for a `server` that is nil.
    static func socketPath(_ server: String?, environment: (String) -> String?) -> String? {
        func named(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        guard let server = server ?? named("PULSE_SERVER") else {
            // pa_runtime_path("native").
            if let path = named("PULSE_RUNTIME_PATH") { return path + "/native" }
            return named("XDG_RUNTIME_DIR").map { $0 + "/pulse/native" }
        }
        for word in server.split(separator: " ") {
            var address = word
            if address.hasPrefix("{"), let end = address.firstIndex(of: "}") {
                address = address[address.index(after: end)...]
            }
            if address.hasPrefix("unix:") { address = address.dropFirst(5) }
            if address.hasPrefix("/") { return String(address) }
        }
        return nil
    }

    static func socketPath(_ server: String?) -> String? {
        socketPath(server) { getenv($0).map { String(cString: $0) } }
    }
}

import Glibc

/// Finds the path of the sound server's socket, so that the program can wait until the socket exists. libpulse itself
/// decides where to connect.
enum PulseServerAddress {
    /// Returns the path of the first socket that libpulse would try.
    ///
    /// Nil if there is no such path, because the server is a host, or only libpulse's configuration names its address.
    ///
    /// - Parameters:
    ///   - server: a value as in `PULSE_SERVER`: addresses separated by spaces, such as `[{machine}]unix:/path`,
    ///     `/path` or a host.
    ///   - environment: returns the value of a variable; used if `server` is nil.
    static func socketPath(_ server: String?, environment: (String) -> String?) -> String? {
        func named(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        guard let server = server ?? named("PULSE_SERVER") else {
            // These are the paths that libpulse's pa_runtime_path("native") can return.
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

import Glibc
import RadioDirectory

/// The environment variables of the program. They are read anew at each use.
package enum Environment {
    package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The environment variables that determine the paths of station lists, of the player's memory, of caches and of
    /// programs, and the directory of stations.
    package static var folders: [String: String] { names.reduce(into: [:]) { $0[$1] = value($1) } }

    package static let names = [
        "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_STATE_HOME", "XDG_CACHE_HOME",
        "LONGWAVE_LIBRARY", DirectoryAddress.variable, "PATH",
    ]

    /// The path of the running binary, with symbolic links resolved.
    package static var executable: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}

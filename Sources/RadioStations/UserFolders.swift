import Glibc

/// The program's own folders of one user, where the XDG Base Directory Specification (0.8) has them: a pure value, made from
/// the environment. Nothing is looked up or made on the disk.
///
/// Each is the variable's folder or else the usual one below `$HOME`; nil where neither is known. Relative paths are ignored,
/// as the specification says.
package struct UserFolders: Hashable, Sendable {
    /// What the user sets: `$XDG_CONFIG_HOME/longwave`, usually `~/.config/longwave`.
    package let config: String?
    /// What is to be kept: `$XDG_DATA_HOME/longwave`, usually `~/.local/share/longwave`.
    package let data: String?
    /// What the program remembers: `$XDG_STATE_HOME/longwave`, usually `~/.local/state/longwave`.
    package let state: String?
    /// What may be deleted at any time: `$XDG_CACHE_HOME/longwave`, usually `~/.cache/longwave`.
    package let cache: String?
    /// Data for all users, the most important folder first: `longwave` in each of `$XDG_DATA_DIRS`, usually in
    /// `/usr/local/share` and `/usr/share`.
    package let shared: [String]

    /// Why a folder could not be made.
    package struct Unmade: Error, Hashable, Sendable {
        package var folder: String
        /// The system's error number.
        package var code: Int32
        /// In the system's words.
        package var reason: String { String(cString: strerror(code)) }
    }

    /// - Parameter environment: the process's variables.
    package init(environment: [String: String]) {
        let home = Self.absolute(environment["HOME"])
        func folder(_ name: String, _ usual: String) -> String? {
            (Self.absolute(environment[name]) ?? home.map { $0 + usual }).map { $0 + "/longwave" }
        }
        config = folder("XDG_CONFIG_HOME", "/.config")
        data = folder("XDG_DATA_HOME", "/.local/share")
        state = folder("XDG_STATE_HOME", "/.local/state")
        cache = folder("XDG_CACHE_HOME", "/.cache")
        let named = (environment["XDG_DATA_DIRS"] ?? "").split(separator: ":").compactMap { Self.absolute(String($0)) }
        shared = (named.isEmpty ? ["/usr/local/share", "/usr/share"] : named).map { $0 + "/longwave" }
    }

    /// Without the slashes at its end, so that something may follow; nil for what is relative or missing.
    private static func absolute(_ path: String?) -> String? {
        guard var path, path.hasPrefix("/") else { return nil }
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Makes a folder and those above it that are missing, for this user only (0700, as the specification asks). It may block
    /// as long as the disk does.
    package static func make(_ folder: String) throws(Unmade) {
        var made = folder.hasPrefix("/") ? "" : "."
        for step in folder.split(separator: "/") {
            made += "/" + step
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw Unmade(folder: made, code: errno) }
        }
    }
}

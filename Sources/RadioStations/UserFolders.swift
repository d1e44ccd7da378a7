import Glibc

/// The program's own folders for one user, by the XDG Base Directory Specification (0.8). A pure value made from the
/// environment: nothing is read from or created on the disk.
///
/// Each folder comes from its environment variable, otherwise from the usual place below `$HOME`; nil if neither is
/// known. Relative paths are ignored, as the specification requires.
package struct UserFolders: Hashable, Sendable {
    /// Settings of the user: `$XDG_CONFIG_HOME/longwave`, usually `~/.config/longwave`.
    package let config: String?
    /// Data that must not be lost: `$XDG_DATA_HOME/longwave`, usually `~/.local/share/longwave`.
    package let data: String?
    /// State that the program remembers: `$XDG_STATE_HOME/longwave`, usually `~/.local/state/longwave`.
    package let state: String?
    /// Files that may be deleted at any time: `$XDG_CACHE_HOME/longwave`, usually `~/.cache/longwave`.
    package let cache: String?
    /// Data for all users, the most important folder first: `longwave` in each of `$XDG_DATA_DIRS`, usually in
    /// `/usr/local/share` and `/usr/share`.
    package let shared: [String]

    /// Why a folder could not be created.
    package struct Unmade: Error, Hashable, Sendable {
        package var folder: String
        /// The operating system's error number (`errno`).
        package var code: Int32
        /// The operating system's message.
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

    /// Returns the path without trailing slashes; nil if it is relative or missing.
    private static func absolute(_ path: String?) -> String? {
        guard var path, path.hasPrefix("/") else { return nil }
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Creates a folder and missing folders above it, for this user only (0700, as the specification requires).
    ///
    /// The call blocks until the folders are created.
    package static func make(_ folder: String) throws(Unmade) {
        var made = folder.hasPrefix("/") ? "" : "."
        for step in folder.split(separator: "/") {
            made += "/" + step
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw Unmade(folder: made, code: errno) }
        }
    }
}

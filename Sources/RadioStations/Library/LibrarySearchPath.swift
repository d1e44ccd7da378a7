/// Where the program looks for a station list if the user names none. A pure function of the environment and of the
/// program's path.
///
/// The first of these files that exists is used:
///
/// 1. `$XDG_CONFIG_HOME/longwave/stations.json` (`~/.config`), the listener's own list;
/// 2. `$XDG_DATA_HOME/longwave/stations.json` (`~/.local/share`);
/// 3. `longwave/stations.json` in each of `$XDG_DATA_DIRS` (`/usr/local/share`, `/usr/share`);
/// 4. beside the binary: `BINDIR/stations.json`, `BINDIR/../share/longwave/stations.json`;
/// 5. the root of the source checkout, if the binary is in its `.build` folder or in one that begins so (`.build-test`).
package enum LibrarySearchPath {
    /// Returns the list that the command line's option names, otherwise the list that `$LONGWAVE_LIBRARY` names,
    /// without checking that it exists.
    package static func named(option: String?, environment: [String: String]) -> String? {
        [option, environment["LONGWAVE_LIBRARY"]].compactMap(\.self).first { !$0.isEmpty }
    }

    /// Returns the path of the stations that the listener added: `$XDG_DATA_HOME/longwave/added.json`. These stations
    /// come before those of all other lists.
    package static func own(environment: [String: String]) -> String? {
        UserFolders(environment: environment).data.map { $0 + "/added.json" }
    }

    /// Returns the paths of station lists to try, in order and without duplicates.
    /// - Parameters:
    ///   - environment: the process's environment variables.
    ///   - executable: the absolute path of the running binary without symbolic links; nil if unknown.
    package static func candidates(environment: [String: String], executable: String?) -> [String] {
        let user = UserFolders(environment: environment)
        var folders = [user.config, user.data].compactMap(\.self) + user.shared
        if let executable, let bin = parent(of: executable) {
            folders.append(bin)
            if let prefix = parent(of: bin) { folders.append(prefix + "/share/longwave") }
            if let checkout = checkout(of: executable) { folders.append(checkout) }
        }
        var seen: Set<String> = []
        return folders.map { $0 + "/stations.json" }.filter { seen.insert($0).inserted }
    }

    private static func parent(of path: String) -> String? {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }

    private static func checkout(of executable: String) -> String? {
        executable.ranges(of: "/.build").last.map { String(executable[..<$0.lowerBound]) }
    }
}

import Glibc
import Longwave

/// The default folder of recordings that are made during playback.
enum RecordingsFolder {
    /// The folder `Longwave` in the user's music folder.
    ///
    /// The music folder is the value of `XDG_MUSIC_DIR` in the file `user-dirs.dirs` of xdg-user-dirs, otherwise
    /// `~/Music`.
    static var usual: String {
        guard let home = Environment.value("HOME"), !home.isEmpty else { return "." }
        let config = Environment.value("XDG_CONFIG_HOME") ?? "\(home)/.config"
        return (named(in: text("\(config)/user-dirs.dirs"), home: home) ?? "\(home)/Music") + "/Longwave"
    }

    /// Returns the path that a text assigns to `XDG_MUSIC_DIR`; nil if it assigns no path.
    /// - Parameter text: the content of `user-dirs.dirs`: shell assignments such as `XDG_MUSIC_DIR="$HOME/Music"`, with
    ///   a path that begins with `$HOME` or a slash.
    static func named(in text: String, home: String) -> String? {
        for line in text.split(separator: "\n").reversed()
        where line.hasPrefix("XDG_MUSIC_DIR=\"") && line.hasSuffix("\"") {
            let path = line.dropFirst("XDG_MUSIC_DIR=\"".count).dropLast()
            if path.hasPrefix("/") { return String(path) }
            if path.hasPrefix("$HOME/") { return home + path.dropFirst("$HOME".count) }
        }
        return nil
    }

    /// Returns the first 16 KiB of a file; an empty text if the file cannot be read.
    private static func text(_ path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    }
}

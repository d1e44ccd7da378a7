import Glibc
import Longwave

/// Where recordings go that are made while one listens.
enum RecordingsFolder {
    /// The user's folder for music, as xdg-user-dirs has it (`XDG_MUSIC_DIR` in `user-dirs.dirs`), or `~/Music`; there in `Longwave`.
    static var usual: String {
        guard let home = Environment.value("HOME"), !home.isEmpty else { return "." }
        let config = Environment.value("XDG_CONFIG_HOME") ?? "\(home)/.config"
        return (named(in: text("\(config)/user-dirs.dirs"), home: home) ?? "\(home)/Music") + "/Longwave"
    }

    /// - Parameter text: assignments of a shell: `XDG_MUSIC_DIR="$HOME/Music"`, with a path that begins with `$HOME` or a slash.
    static func named(in text: String, home: String) -> String? {
        for line in text.split(separator: "\n").reversed()
        where line.hasPrefix("XDG_MUSIC_DIR=\"") && line.hasSuffix("\"") {
            let path = line.dropFirst("XDG_MUSIC_DIR=\"".count).dropLast()
            if path.hasPrefix("/") { return String(path) }
            if path.hasPrefix("$HOME/") { return home + path.dropFirst("$HOME".count) }
        }
        return nil
    }

    /// Its first 16 KiB; empty where there is none.
    private static func text(_ path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    }
}

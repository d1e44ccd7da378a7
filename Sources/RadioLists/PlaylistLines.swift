import RadioText

/// What the readers of M3U and PLS share: limits, line ends, addresses and durations.
enum PlaylistLines {
    /// More of a list is not read.
    static let maximumBytes = 1 << 20
    /// More entries of a list are not kept.
    static let maximumEntries = 1000
    /// Longer addresses are left out.
    static let maximumAddressLength = 8192

    /// The trimmed lines that are not empty, whether they end with LF, CR or both. Each is read on its own, since lists
    /// were often put together from several sources: as UTF-8, or else as windows-1252.
    static func lines(of bytes: [UInt8]) -> [String] {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var kept = bytes[mark...].prefix(maximumBytes)
        if kept.endIndex < bytes.count {
            // The last line was cut and could name something else.
            kept = kept[..<(kept.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? kept.startIndex)]
        }
        return kept.split { $0 == 0x0A || $0 == 0x0D || $0 == 0 }.compactMap { line in
            let trimmed = trim(line)
            return trimmed.isEmpty ? nil : TextDecoding.decode(Array(trimmed))
        }
    }

    static func trim(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let first = line.first, first <= 0x20 { line = line.dropFirst() }
        while let last = line.last, last <= 0x20 { line = line.dropLast() }
        return line
    }

    /// Where an entry leads that stands in the list at `base`; nil where it leads nowhere.
    static func address(_ entry: String, base: String) -> String? {
        guard !entry.isEmpty, entry.utf8.count <= maximumAddressLength else { return nil }
        let reference = URLReference(entry)
        let scheme = URLReference(base).scheme?.lowercased()
        if reference.scheme != nil || (scheme != nil && scheme != "file") {
            return URLReference.escape(URLReference.resolve(entry, base: base))
        }
        // In a list on this machine an entry is a path, in which `?`, `#` and `%` are letters.
        let path = isWindowsPath(entry) ? entry.replacing("\\", with: "/") : entry
        guard scheme == "file" else { return resolve(path: path, base: base) }
        let escaped = URLReference.escape(encodingMarks(path)) { $0 <= 0x20 || $0 >= 0x7F }
        return URLReference.resolve(escaped, base: base)
    }

    /// A relative path with backslashes only, as Winamp wrote it.
    private static func isWindowsPath(_ entry: String) -> Bool {
        entry.utf8.contains(UInt8(ascii: "\\")) && !entry.utf8.contains(UInt8(ascii: "/"))
            && !entry.utf8.dropFirst().starts(with: ":".utf8)
    }

    private static func resolve(path: String, base: String) -> String {
        guard path.utf8.first != UInt8(ascii: "/"), let slash = base.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return path
        }
        return String(base[...slash]) + path
    }

    private static func encodingMarks(_ path: String) -> String {
        path.replacing("%", with: "%25").replacing("?", with: "%3F").replacing("#", with: "%23")
    }

    /// Seconds with a fraction perhaps; nil for `-1`, `0` and nonsense.
    static func duration(_ text: some StringProtocol) -> Duration? {
        guard let seconds = Double(String(text)), seconds > 0, seconds < 1e7 else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }

    /// A title to show; nil where nothing is left of it.
    static func title(_ text: some StringProtocol) -> String? {
        let title = PlainText.clean(String(text))
        return title.isEmpty ? nil : title
    }
}

import RadioFormats
import RadioJSON
import RadioText

/// Limits and functions that several list readers share.
enum PlaylistLines {
    /// Maximum number of bytes at the beginning of a list that are read. The rest of a longer list is ignored.
    static let maximumBytes = 1 << 20
    /// Maximum number of entries of a list that are read. Further entries are ignored.
    static let maximumEntries = 1000
    /// Maximum length in bytes of a base that a list states. All addresses after it are resolved against the base.
    static let maximumBaseLength = 1024
    /// Maximum length of an address in bytes. Entries with longer addresses are left out.
    static let maximumAddressLength = 8192

    /// Returns the text without white space and control characters at both ends.
    static func trim(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: bytes[TextLines<[UInt8]>.trimmed(bytes, 0..<bytes.count)], as: UTF8.self)
    }

    /// Returns the absolute address of an entry in the list at `base`; nil if the entry is empty or too long.
    static func address(_ entry: String, base: String) -> String? {
        guard !entry.isEmpty, entry.utf8.count <= maximumAddressLength else { return nil }
        let entry = isWindowsPath(entry) ? entry.replacing("\\", with: "/") : entry
        let reference = URLReference(entry)
        if reference.authority?.contains(" ") == true, let blank = entry.firstIndex(of: " ") {
            // A host and port contain no space, so the text after the space is no part of the address. It is an option
            // for another program.
            return address(String(entry[..<blank]), base: base)
        }
        let scheme = URLReference(base).scheme?.lowercased()
        if reference.scheme != nil || (scheme != nil && scheme != "file") {
            return URLReference.escape(URLReference.resolve(entry, base: base))
        }
        // In a local list, an entry without a scheme is a file's path. In a path, `?`, `#` and `%` are ordinary
        // characters.
        guard scheme == "file" else { return resolve(path: entry, base: base) }
        let escaped = URLReference.escape(encodingMarks(entry)) { $0 <= 0x20 || $0 >= 0x7F }
        return URLReference.resolve(escaped, base: base)
    }

    /// Returns the base that a list states for the addresses after it, within the base `outer`. Returns `outer` if the
    /// new base would be too long, because relative bases within each other add up.
    static func base(_ reference: String, in outer: String) -> String {
        guard reference.utf8.count <= maximumBaseLength else { return outer }
        let base = URLReference.resolve(reference, base: outer)
        return base.utf8.count <= maximumBaseLength ? base : outer
    }

    /// Returns whether an entry is a relative path that contains backslashes but no slashes, as Winamp wrote them.
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

    /// Parses a track's duration in seconds, possibly with a fraction. Returns nil for `-1` and `0`, which lists write
    /// for live streams, and for text that is not a number.
    static func duration(_ text: some StringProtocol) -> Duration? {
        guard let seconds = Double(String(text)), seconds > 0, seconds < 1e7 else { return nil }
        return .milliseconds(Int64(nearest: seconds * 1000))
    }

    /// Returns the title cleaned for display; nil if nothing is left.
    static func title(_ text: some StringProtocol) -> String? {
        let title = PlainText.clean(String(text))
        return title.isEmpty ? nil : title
    }

    /// Returns a name for an entry without a title: the last component of the address's path, or the host.
    static func name(from url: String) -> String {
        let reference = URLReference(url)
        let step = reference.path.split(separator: "/").last.map { URLReference.percentDecoded($0) }
        return title(step ?? reference.authority ?? url) ?? url
    }
}

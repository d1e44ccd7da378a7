import Glibc
import RadioFormats

/// Converts paths of files on this computer to `file:` URLs (RFC 8089) and back.
package enum FileURL {
    /// Returns the `file:` URL of a path. A relative path is first made absolute.
    package static func of(_ path: String) -> String {
        var whole = path
        if path.utf8.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) {
            whole = String(cString: folder) + "/" + path
            free(folder)
        }
        return URLReference.escape("file://" + whole) { $0 <= 0x20 || $0 >= 0x7F || "%?#".utf8.contains($0) }
    }

    /// Returns the path in a `file:` URL, without query and fragment; nil for any other URL, including `file:` URLs of
    /// other computers.
    package static func path(_ url: String) -> String? {
        let parts = URLReference(url)
        guard parts.scheme?.lowercased() == "file", ["", "localhost", nil].contains(parts.authority?.lowercased())
        else {
            return nil
        }
        return URLReference.percentDecoded(parts.path)
    }
}

import Glibc
import RadioLists

/// Paths of local files and their URLs (RFC 8089).
enum LocalFile {
    /// The path that a `file:` URL names, without query and fragment; nil for any other URL.
    static func path(_ url: String) -> String? {
        let parts = URLReference(url)
        guard parts.scheme?.lowercased() == "file" else { return nil }
        return URLReference.percentDecoded(parts.path[...])
    }

    /// The URL of a path, which is made absolute.
    static func url(_ path: String) -> String {
        var whole = path
        if path.utf8.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) {
            whole = String(cString: folder) + "/" + path
            free(folder)
        }
        var text = "file://"
        for byte in whole.utf8 {
            if isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// RFC 3986 §2.3, and the slash.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case _: "-._~/".utf8.contains(byte)
        }
    }
}

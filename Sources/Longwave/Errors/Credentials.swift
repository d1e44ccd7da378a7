/// Hides user names and passwords in texts that contain addresses and that other people may read, such as a bug report.
package enum Credentials {
    /// Returns `text` with the user name and password of every URL (RFC 3986 §3.2.1: user information) replaced by
    /// `***`.
    package static func hidden(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "://") {
            result += rest[..<start.upperBound]
            rest = rest[start.upperBound...]
            let end = rest.firstIndex { "/?#\" ".contains($0) } ?? rest.endIndex
            if let at = rest[..<end].lastIndex(of: "@") {
                result += "***"
                rest = rest[at...]
            }
        }
        return result + rest
    }
}

/// Hides the user names and passwords that addresses contain, before people read the addresses, for example in a bug
/// report.
package enum Credentials {
    /// Returns `text` with the user information of every URL replaced by `***` (RFC 3986 §3.2.1).
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

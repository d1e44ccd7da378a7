import RadioFormats

/// The kind of a command's argument that names what to play: an address, a file or a station.
///
/// An argument with a scheme, such as `https://`, is an address. An argument without a scheme is a file if a file with
/// this path exists, if it contains a slash, or if it has the suffix of a sound file, such as `.mp3`. Any other
/// argument names a station.
package enum ArgumentKind: Hashable, Sendable {
    case url(String)
    case file(String)
    case station(String)

    /// Decides the kind of an argument.
    ///
    /// - Parameter isFile: returns whether a file with this path exists. A directory is not a file.
    package init(_ argument: String, isFile: (String) -> Bool) {
        if Self.hasScheme(argument) {
            self = .url(argument)
        } else if argument.utf8.contains(UInt8(ascii: "/")) || Self.endsLikeSound(argument) || isFile(argument) {
            self = .file(argument)
        } else {
            self = .station(argument)
        }
    }

    /// Returns whether a text starts with a URL scheme (RFC 3986 §3.1), a colon and `//`.
    ///
    /// After `file:`, the `//` may be missing. `BBC: Radio 4` has no scheme, because no `//` follows the colon.
    private static func hasScheme(_ argument: String) -> Bool {
        let bytes = argument.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first, isLetter(first) else {
            return false
        }
        let scheme = bytes[..<colon]
        let isScheme = scheme.allSatisfy {
            isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
        }
        guard isScheme else { return false }
        return bytes[colon...].starts(with: "://".utf8) || scheme.elementsEqual("file".utf8)
            || scheme.elementsEqual("FILE".utf8)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Returns whether an argument has the suffix of a file that Longwave can play. Such an argument counts as a file
    /// even if no such file exists, so that a mistyped name is reported as a missing file, not as an unknown station.
    private static func endsLikeSound(_ argument: String) -> Bool {
        FileName.suffix(of: argument).map(FileName.playable.contains) ?? false
    }
}

/// The characters that may be printed on the terminal: all characters (as UTF-8), or only ASCII.
package enum TerminalCharset: Hashable, Sendable {
    case utf8, ascii

    /// Reads the charset from the name of the locale.
    ///
    /// The locale is the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty (POSIX, XBD 8.2). Only the locale's
    /// name is examined, because a terminal shows UTF-8 even if the C library does not have the locale's files.
    package init(environment: (String) -> String?) {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        // Examples of the locale's name: `de_DE.UTF-8`, `C.utf8`, `sr_RS.utf8@latin`.
        let charset = name.split(separator: ".", maxSplits: 1).dropFirst().first?.split(separator: "@").first ?? ""
        self = ["utf-8", "utf8"].contains(charset.lowercased()) ? .utf8 : .ascii
    }

    package var separator: String { self == .utf8 ? " · " : " | " }
    package var ellipsis: String { self == .utf8 ? "…" : "..." }
}

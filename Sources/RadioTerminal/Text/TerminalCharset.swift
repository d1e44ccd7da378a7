/// What may be printed: any character, or ASCII alone.
package enum TerminalCharset: Hashable, Sendable {
    case utf8, ascii

    /// By POSIX's order of precedence (XBD 8.2): `LC_ALL`, `LC_CTYPE`, `LANG`, of which the first that is not empty counts.
    /// The name decides, not the C library: a terminal shows UTF-8 also where the locale's files are not installed.
    package init(environment: (String) -> String?) {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        // `de_DE.UTF-8`, `C.utf8`, `sr_RS.utf8@latin`.
        let charset = name.split(separator: ".", maxSplits: 1).dropFirst().first?.split(separator: "@").first ?? ""
        self = ["utf-8", "utf8"].contains(charset.lowercased()) ? .utf8 : .ascii
    }

    package var separator: String { self == .utf8 ? " · " : " | " }
    package var ellipsis: String { self == .utf8 ? "…" : "..." }
}

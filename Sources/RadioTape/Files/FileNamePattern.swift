/// How a recording's file is called: text with `{station}`, `{artist}`, `{title}`, `{date}`, `{time}` and `{number}` in
/// it. A name is safe on every file system, and never leads out of its folder.
package struct FileNamePattern: Hashable, Sendable {
    package enum Field: String, Hashable, Sendable, CaseIterable {
        case station, artist, title, date, time, number
    }

    private enum Part: Hashable, Sendable {
        case text(String)
        case field(Field)
    }

    private let parts: [Part]

    /// Bytes of a name. File systems take 255 of them; some listeners' programs add something.
    package static let maximumBytes = 200

    package static let whole = FileNamePattern(parts: [.station, .date, .time])
    package static let title = FileNamePattern("{artist} - {title}")!

    private init(parts: [Field]) {
        self.parts = parts.flatMap { [.text(" "), .field($0)] }.dropFirst().map(\.self)
    }

    /// Nil where a brace is open or names no field.
    package init?(_ pattern: String) {
        var parts: [Part] = []
        var rest = pattern[...]
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}"),
                let field = Field(rawValue: String(rest[rest.index(after: open)..<close]))
            else { return nil }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.field(field))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        guard parts.contains(where: { if case .field = $0 { true } else { false } }) else { return nil }
        self.parts = parts
    }

    /// - Parameters:
    ///   - values: of the fields; one that is missing or empty leaves out the text behind it.
    ///   - copy: 1, or more where files with the names before exist.
    ///   - suffix: how it ends, without the dot.
    package func name(_ values: [Field: String], copy: Int = 1, suffix: String) -> String {
        var stem = Self.safe(text(values))
        if stem.isEmpty { stem = Self.safe(Self.whole.text(values)) }
        if stem.isEmpty { stem = "recording" }
        return Self.name(stem: stem, copy: copy, suffix: suffix)
    }

    /// A stem with a copy's number and a suffix, within ``maximumBytes``.
    package static func name(stem: String, copy: Int, suffix: String) -> String {
        let end = (copy > 1 ? " (\(copy))" : "") + ".\(suffix)"
        var stem = stem[...]
        while stem.utf8.count + end.utf8.count > maximumBytes { stem = stem.dropLast() }
        return trimmed(stem) + end
    }

    private func text(_ values: [Field: String]) -> String {
        var (text, between) = ("", "")
        var isSkipping = false
        for part in parts {
            switch part {
            case .text(let literal): if !isSkipping { between += literal }
            case .field(let field):
                let value = Self.trimmed((values[field] ?? "")[...])
                isSkipping = value.isEmpty
                guard !value.isEmpty else { continue }
                text += between + value
                between = ""
            }
        }
        return isSkipping ? text : text + between
    }

    private static func safe(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isSafe(scalar) ? scalar : "_") }
        let name = trimmed(String(scalars)[...])
        let device = name.prefix { $0 != "." }.uppercased()
        return devices.contains(trimmed(device[...])) ? "_" + name : name
    }

    /// Neither a separator nor a wild card of any system, nor what turns a line or moves a cursor.
    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": false
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
            "\u{2066}"..."\u{2069}":
            false
        default: true
        }
    }

    /// A dot at the beginning hides a file; dots and spaces at the end are lost on FAT and NTFS.
    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == "." || $0.isWhitespace }
        while let last = text.last, last == "." || last.isWhitespace { text = text.dropLast() }
        return String(text)
    }

    /// Names that are no files on FAT and NTFS, whatever their suffix.
    private static let devices: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}

/// The pattern of a recording's file name: text that contains `{station}`, `{artist}`, `{title}`, `{date}`, `{time}` or
/// `{number}`.
///
/// A name is safe on every file system, and never leads out of its folder.
package struct FileNamePattern: Hashable, Sendable {
    /// A property of the recording that a name may contain.
    package enum Field: String, Hashable, Sendable, CaseIterable {
        case station, artist, title, date, time, number
    }

    /// A part of the pattern: fixed text, or a field, which is replaced by a value.
    private enum Part: Hashable, Sendable {
        case text(String)
        case field(Field)
    }

    private let parts: [Part]

    /// The greatest length of a name in bytes. File systems allow 255, but some programs append to names.
    package static let maximumBytes = 200

    /// The default pattern for a file with several titles.
    package static let whole = FileNamePattern(parts: [.station, .date, .time])
    /// The default pattern for a file with one title.
    package static let title = FileNamePattern("{artist} - {title}")!

    private init(parts: [Field]) {
        self.parts = parts.flatMap { [.text(" "), .field($0)] }.dropFirst().map(\.self)
    }

    /// Parses a pattern; nil if it has no field, an unknown field, or an unpaired brace.
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

    /// Returns a file's name.
    /// - Parameters:
    ///   - values: the values of the fields. If a value is missing or empty, the text after its field is also left out.
    ///   - copy: the number of the copy: 1 for the first file, or a higher number if files with the lower numbers
    ///     exist.
    ///   - suffix: the suffix, without the dot.
    package func name(_ values: [Field: String], copy: Int = 1, suffix: String) -> String {
        var stem = Self.safe(text(values))
        if stem.isEmpty { stem = Self.safe(Self.whole.text(values)) }
        if stem.isEmpty { stem = "recording" }
        return Self.name(stem: stem, copy: copy, suffix: suffix)
    }

    /// Returns a name that consists of a stem, the number of the copy and a suffix, cut to ``maximumBytes``.
    package static func name(stem: String, copy: Int, suffix: String) -> String {
        let end = (copy > 1 ? " (\(copy))" : "") + ".\(suffix)"
        var stem = stem[...]
        while stem.utf8.count + end.utf8.count > maximumBytes { stem = stem.dropLast() }
        return trimmed(stem) + end
    }

    /// Returns the pattern's text with each field replaced by its value. If a value is empty, the text after its field
    /// is also left out.
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

    /// Returns a text with its unsafe characters replaced. A name that FAT and NTFS reserve for a device, such as
    /// `NUL`, gets an underscore in front, and so does a name that programs would read as an option, such as `-x`.
    private static func safe(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isSafe(scalar) ? scalar : "_") }
        let name = trimmed(String(scalars)[...])
        let device = name.prefix { $0 != "." }.uppercased()
        return name.hasPrefix("-") || devices.contains(trimmed(device[...])) ? "_" + name : name
    }

    /// Returns false for separators and wild cards of any system, line ends, and characters that change the direction
    /// of text or control a terminal.
    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": false
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
            "\u{2066}"..."\u{2069}":
            false
        default: true
        }
    }

    /// Returns a text without dots and white space at its ends.
    ///
    /// A dot at the beginning hides a file; dots and spaces at the end are lost on FAT and NTFS.
    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == "." || $0.isWhitespace }
        while let last = text.last, last == "." || last.isWhitespace { text = text.dropLast() }
        return String(text)
    }

    /// The names that FAT and NTFS reserve for devices, with any suffix.
    private static let devices: Set<String> = Set(
        ["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}

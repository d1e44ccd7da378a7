/// Reads the tracks of a cue sheet, a text file beside a sound file.
///
/// Of the tracks, only the title, the performer and the beginning (`INDEX 01`) are read.
package enum CueSheet {
    /// Length of the longest cue sheet that is read, in bytes. It is enough for the sheet of a recording of many days.
    package static let maximumLength = 4 << 20

    /// Returns the path of the cue sheet of a sound file: the same path with the suffix `.cue`.
    package static func path(of file: String) -> String? {
        guard let name = file.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex
        else { return nil }
        return file[..<dot] + ".cue"
    }

    /// Returns the tracks as chapters, whose titles are `Performer - Title`.
    /// - Parameters:
    ///   - bytes: the cue sheet, in UTF-8 or Latin-1.
    ///   - file: the name of the sound file. If the sheet describes several files, only the tracks of this file are
    ///     read.
    package static func chapters(_ bytes: [UInt8], of file: String) -> [Chapter] {
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        var all: [(file: Substring, chapters: [Chapter])] = []
        var (title, performer): (Substring, Substring) = ("", "")
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            let word = line.prefix { !$0.isWhitespace }.uppercased()
            let value = line.dropFirst(word.count).drop { $0.isWhitespace }
            switch word {
            case "FILE": all.append((quoted(value), []))
            case "TRACK": (title, performer) = ("", "")
            case "TITLE": title = quoted(value)
            case "PERFORMER": performer = quoted(value)
            case "INDEX":
                guard let last = all.indices.last, all[last].chapters.count < Chapter.maximumCount,
                    value.hasPrefix("01 "), let start = time(value.dropFirst(3))
                else { continue }
                let words = [performer, title].filter { !$0.isEmpty }.joined(separator: " - ")
                all[last].chapters.append(Chapter(start: start, title: words))
            case _: break
            }
        }
        // A sheet of a single file may name the file before it was converted or renamed.
        let own = all.count == 1 ? all.first : all.first { $0.file == file }
        return Chapter.ordered(own?.chapters ?? [])
    }

    /// Returns a text without its quotation marks and what follows them; up to the next blank if it has none.
    private static func quoted(_ value: Substring) -> Substring {
        value.first == "\"" ? value.dropFirst().prefix { $0 != "\"" } : value.prefix { !$0.isWhitespace }
    }

    /// Returns the time of a text such as `61:02:74`: minutes, seconds, and frames of a 75th of a second.
    private static func time(_ text: Substring) -> MediaTime? {
        let parts = text.split(separator: ":").compactMap { UInt32($0.prefix { !$0.isWhitespace }) }
        guard parts.count == 3 else { return nil }
        return MediaTime(value: (Int64(parts[0]) * 60 + Int64(parts[1])) * 75 + Int64(parts[2]), timescale: 75)
    }
}

import ArgumentParser
import RadioConsole

/// What the shell offers where a station is to be typed.
enum StationCompletion {
    static let kind = orFiles([])

    /// What `play` takes, and every command that takes the same.
    static let playable = orFiles(PlayAction.fileSuffixes)

    /// Stations, and files with one of these endings.
    static func orFiles(_ endings: [String]) -> CompletionKind {
        .custom { words, _, prefix in
            let files = endings.isEmpty ? [] : Candidates.files(prefix, endings: endings)
            return CompletionLine.offered(Candidates.stations(beginning: prefix, in: libraries(in: words)) + files)
        }
    }

    /// Stations that the listener added.
    static let added = CompletionKind.custom { _, _, prefix in
        CompletionLine.offered(Candidates.addedStations(beginning: prefix))
    }

    /// The values of `--library` on the line so far.
    static func libraries(in words: [String]) -> [String] {
        let option = "--library"
        return words.indices.compactMap { place in
            if words[place].hasPrefix(option + "=") { return String(words[place].dropFirst(option.count + 1)) }
            return words[place] == option && place + 1 < words.count ? words[place + 1] : nil
        }.filter { !$0.isEmpty }
    }
}

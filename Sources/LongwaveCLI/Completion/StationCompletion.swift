import ArgumentParser
import RadioConsole

/// Completes stations.
enum StationCompletion {
    static let kind = orFiles([])

    /// Stations and sound files, for `play` and every command that accepts the same arguments.
    static let playable = orFiles(PlayAction.fileSuffixes)

    /// Stations, and files whose names have one of these suffixes.
    static func orFiles(_ endings: [String]) -> CompletionKind {
        .custom { words, _, prefix in
            let files = endings.isEmpty ? [] : Candidates.files(prefix, endings: endings)
            return CompletionLine.offered(Candidates.stations(beginning: prefix, in: libraries(in: words)) + files)
        }
    }

    /// The stations that the listener added.
    static let added = CompletionKind.custom { _, _, prefix in
        CompletionLine.offered(Candidates.addedStations(beginning: prefix))
    }

    /// The values of `--library` on the command line so far.
    static func libraries(in words: [String]) -> [String] {
        let option = "--library"
        return words.indices.compactMap { place in
            if words[place].hasPrefix(option + "=") { return String(words[place].dropFirst(option.count + 1)) }
            return words[place] == option && place + 1 < words.count ? words[place + 1] : nil
        }.filter { !$0.isEmpty }
    }
}

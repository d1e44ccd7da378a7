import ArgumentParser
import Longwave

/// Completes the names of stations and files.
enum StationCompletion {
    static let kind = orFiles([])

    /// Completes stations and sound files, for `play` and the other commands that accept the same arguments.
    static let playable = orFiles(FileName.playable)

    /// Completes stations, and files whose names have one of the suffixes `endings`.
    static func orFiles(_ endings: [String]) -> CompletionKind {
        .custom { words, _, prefix in
            let files = endings.isEmpty ? [] : Candidates.files(prefix, endings: endings)
            return CompletionLine.offered(Candidates.stations(beginning: prefix, in: libraries(in: words)) + files)
        }
    }

    /// Completes the stations that the listener added.
    static let added = CompletionKind.custom { _, _, prefix in
        CompletionLine.offered(Candidates.addedStations(beginning: prefix))
    }

    /// Returns the values of `--library` in the command line that is being completed.
    static func libraries(in words: [String]) -> [String] {
        let option = "--library"
        return words.indices.compactMap { place in
            if words[place].hasPrefix(option + "=") { return String(words[place].dropFirst(option.count + 1)) }
            return words[place] == option && place + 1 < words.count ? words[place + 1] : nil
        }.filter { !$0.isEmpty }
    }
}

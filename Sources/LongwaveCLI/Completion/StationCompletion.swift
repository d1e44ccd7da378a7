import ArgumentParser
import Longwave

/// What the shell offers where a station is to be typed: the ids of the list's stations, and names that begin with what was
/// typed. Nothing is fetched for it: a key is no reason to ask a server.
enum StationCompletion {
    /// More are not offered.
    static let maximumCandidates = 500

    static let kind = CompletionKind.custom { words, _, prefix in
        candidates(stations(words), prefix: prefix, shell: CompletionShell.requesting)
    }

    /// Stations, and files with one of these endings.
    static func orFiles(_ endings: [String]) -> CompletionKind {
        .custom { words, _, prefix in
            candidates(stations(words), prefix: prefix, shell: CompletionShell.requesting)
                + CompletionLine.offered(FileCompletion.candidates(prefix, endings: endings))
        }
    }

    /// Stations that the listener added.
    static let added = CompletionKind.custom { _, _, prefix in
        let list = LibrarySearchPath.own(environment: Environment.folders).flatMap { try? StationListFile.read($0) }
        return candidates(list?.stations ?? [], prefix: prefix, shell: CompletionShell.requesting)
    }

    /// Of the lists that are meant by the line so far and need no network.
    static func stations(_ words: [String]) -> [Station] {
        let named = libraries(in: words)
        let local = LibraryReader(named: named).sources.filter { !StationLibrary.isRemote($0) }
        guard !local.isEmpty, let library = try? LibraryReader(named: local).loadNow().get() else { return [] }
        return library.stations
    }

    /// The values of `--library` on the line so far.
    static func libraries(in words: [String]) -> [String] {
        let option = "--library"
        return words.indices.compactMap { place in
            if words[place].hasPrefix(option + "=") { return String(words[place].dropFirst(option.count + 1)) }
            return words[place] == option && place + 1 < words.count ? words[place + 1] : nil
        }.filter { !$0.isEmpty }
    }

    /// - Parameters:
    ///   - stations: of the list, in its order.
    ///   - prefix: what was typed of the word.
    ///   - shell: in whose form; fish and zsh show what an id stands for.
    static func candidates(_ stations: [Station], prefix: String, shell: CompletionShell?) -> [String] {
        let typed = prefix.lowercased()
        var candidates: [String] = []
        for station in stations where candidates.count < maximumCandidates {
            let name = PlainText.clean(station.name)
            let id = station.id.map(PlainText.clean) ?? ""
            if !id.isEmpty, id.lowercased().hasPrefix(typed) {
                candidates.append(CompletionLine.text(id, name, for: shell))
            } else if !name.isEmpty, id.isEmpty || !typed.isEmpty, name.lowercased().hasPrefix(typed) {
                candidates.append(CompletionLine.text(name, for: shell))
            }
        }
        return candidates
    }
}

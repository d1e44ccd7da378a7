import ArgumentParser
import Longwave

/// What the shell offers where a station is to be typed: the ids of the list's stations, and names that begin with what was
/// typed. Nothing is fetched for it: a key is no reason to ask a server.
enum StationCompletion {
    /// More are not offered.
    static let maximumCandidates = 500

    static let kind = CompletionKind.custom { words, _, prefix in
        let named = libraries(in: words)
        let local = LibraryReader(named: named).sources.filter { !StationLibrary.isRemote($0) }
        guard !local.isEmpty, let library = try? LibraryReader(named: local).loadNow().get() else { return [] }
        return candidates(library.stations, prefix: prefix, shell: CompletionShell.requesting)
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
                candidates.append(described(id, name, shell))
            } else if !name.isEmpty, id.isEmpty || !typed.isEmpty, name.lowercased().hasPrefix(typed) {
                candidates.append(described(name, nil, shell))
            }
        }
        return candidates
    }

    private static func described(_ word: String, _ description: String?, _ shell: CompletionShell?) -> String {
        switch shell {
        case .some(.fish): return description.map { "\(word)\t\($0)" } ?? word
        case .some(.zsh):
            let escaped = word.replacing(":", with: "\\:")
            return description.map { "\(escaped):\($0)" } ?? escaped
        case _: return word
        }
    }
}

import RadioFormats
import RadioText

/// Finds the station that a typed text means.
///
/// Rules are tried in this order, and the first that finds a station decides: the station's id; its whole name; its
/// number in the list, from 1; the beginning of its name; beginnings of words of its name or id, in any order; words of
/// its name, some misspelt. Case, spaces and punctuation are ignored, as are accents of Latin letters.
package struct StationNameReader {
    package static let maximumSuggestions = 5
    /// Maximum number of letters of a typed text that is compared with names for suggestions. Longer texts are not
    /// compared.
    static let maximumComparedLength = 64

    /// A station with its name and id, folded: without case, spaces, punctuation and accents.
    private struct Candidate {
        var station: Station
        /// The folded id.
        var id: String?
        /// The folded words of the name, joined without spaces.
        var name: String
        /// The words of the name, then those of the id.
        var words: [String]
        var nameWordCount: Int
    }

    private let candidates: [Candidate]

    package init(_ stations: [Station]) {
        candidates = stations.map { station in
            let words = NameFolding.words(station.name)
            let id = station.id.map(NameFolding.words) ?? []
            return Candidate(
                station: station, id: id.isEmpty ? nil : id.joined(), name: words.joined(), words: words + id,
                nameWordCount: words.count)
        }
    }

    /// Returns the station that a typed text means, by the rules of ``StationNameReader``.
    package func pick(_ typed: String) -> StationPick {
        let words = NameFolding.words(String(typed.prefix(1024)))
        // Ids are first compared character by character, as programs print them. Ids made from addresses are computed
        // only if such an id was typed. If several stations have the same address, the first of them is returned.
        let isMade = typed.hasPrefix("url-")
        let same = candidates.first { isMade ? $0.station.persistentID == typed : $0.station.id == typed }
        if let same { return .one(same.station, by: .id) }
        guard !words.isEmpty else { return .none(suggestions: []) }
        let whole = words.joined()
        if let pick = decided(by: .id, { $0.id == whole }) { return pick }
        if let pick = decided(by: .exactName, { $0.name == whole }) { return pick }
        if let number = Int(typed.filter { !$0.isWhitespace }), candidates.indices.contains(number - 1) {
            return .one(candidates[number - 1].station, by: .number)
        }
        if let pick = decided(by: .uniquePrefix, { $0.name.hasPrefix(whole) }) { return pick }
        let byWords = decided(by: .uniqueWords) { candidate in
            words.allSatisfy { word in candidate.words.contains { $0.hasPrefix(word) } }
        }
        return byWords ?? nearest(words) ?? .none(suggestions: suggestions(for: words, whole))
    }

    /// Returns the station or stations that fulfil a rule; nil if none does.
    private func decided(by means: StationPick.Means, _ rule: (Candidate) -> Bool) -> StationPick? {
        let stations = candidates.filter(rule).map(\.station)
        switch stations.count {
        case 0: return nil
        case 1: return .one(stations[0], by: means)
        case _: return .ambiguous(stations)
        }
    }

    /// Returns the stations whose names contain all typed words with the fewest wrong letters; nil if no name contains
    /// all typed words.
    private func nearest(_ typed: [String]) -> StationPick? {
        let typed = typed.map { Array($0.unicodeScalars) }
        guard typed.allSatisfy({ $0.count <= NearWords.maximumLetters }) else { return nil }
        var best = Int.max
        var stations: [Station] = []
        for candidate in candidates {
            let names = candidate.words.prefix(candidate.nameWordCount).map { Array($0.unicodeScalars) }
            var sum = 0
            for word in typed {
                let limit = NearWords.limit(letters: word.count)
                guard let least = names.compactMap({ NearWords.distance(word, $0, atMost: limit) }).min() else {
                    sum = .max
                    break
                }
                sum += least
            }
            guard sum < .max, sum <= best else { continue }
            if sum < best { (best, stations) = (sum, []) }
            stations.append(candidate.station)
        }
        guard let first = stations.first else { return nil }
        return stations.count == 1 ? .one(first, by: .bestMatch) : .ambiguous(stations)
    }

    // MARK: Suggestions

    /// Returns stations with a word that begins with a typed word, or in which at most a third of the typed letters are
    /// wrong.
    private func suggestions(for typed: [String], _ whole: String) -> [Station] {
        let texts = Set(typed + [whole]).map { Array($0.unicodeScalars) }.filter {
            (3...Self.maximumComparedLength).contains($0.count)
        }
        var found: [(station: Station, distance: Int)] = []
        for candidate in candidates {
            let names = ([candidate.name] + candidate.words.prefix(candidate.nameWordCount)).map {
                Array($0.unicodeScalars)
            }
            var best = Int.max
            for text in texts {
                for name in names where name.count > 2 {
                    if name.starts(with: text) { best = 0 }
                    guard let distance = NearWords.distance(text, name, atMost: text.count / 3) else { continue }
                    best = min(best, distance)
                }
            }
            if best < .max { found.append((candidate.station, best)) }
        }
        // Of stations with the same number of wrong letters, the earlier in the list comes first, because the standard
        // library's sort is stable.
        return found.sorted { $0.distance < $1.distance }.prefix(Self.maximumSuggestions).map(\.station)
    }
}

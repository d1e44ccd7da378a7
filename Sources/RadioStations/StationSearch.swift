import RadioFormats
import RadioText

/// A station with its place in the list, from 1: what ``StationLibrary/pick(_:)`` takes as a number.
public struct NumberedStation: Hashable, Sendable {
    public var number: Int
    public var station: Station
}

extension StationLibrary {
    /// The stations that words describe, in list order: every word begins a word of the name, id, tags, country,
    /// language or codec. Case, accents and punctuation do not count; no words describe all.
    public func numbered(matching typed: String) -> [NumberedStation] {
        let typed = NameFolding.words(String(typed.prefix(1024)))
        return stations.enumerated().compactMap { index, station in
            let texts = [station.name, station.id, station.country, station.language, station.codec].compactMap(\.self)
            let words = (texts + station.tags).flatMap(NameFolding.words)
            let isMeant = typed.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
            return isMeant ? NumberedStation(number: index + 1, station: station) : nil
        }
    }
}

import RadioAudio
import RadioFormats

/// An equaliser with a name, which commands can use.
public struct EqualiserPreset: Hashable, Sendable {
    public var name: String
    public var equaliser: Equaliser
    /// The ids or names of the stations that play with this equaliser.
    public var stations: [String]

    public init(name: String, equaliser: Equaliser, stations: [String] = []) {
        self.name = name
        self.equaliser = equaliser
        self.stations = stations
    }
}

extension [EqualiserPreset] {
    /// Returns the preset with a name, or the equaliser that a text such as `bass=+3` or `off` describes.
    package func equaliser(_ text: String) -> Equaliser? {
        first { $0.name == text }?.equaliser ?? Equaliser(text)
    }

    /// Returns the equaliser of a station; nil if no preset names the station.
    func equaliser(of station: Station) -> Equaliser? {
        first { $0.stations.contains(station.name) || station.id.map($0.stations.contains) == true }?.equaliser
    }
}

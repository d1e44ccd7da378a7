/// The gains of bass, treble and ten bands.
public struct Equaliser: Hashable, Sendable {
    /// A range of frequencies with a gain of its own. The raw value is its name in texts, such as `bass=+3,1k=-2`.
    public enum Band: String, Hashable, Sendable, CaseIterable {
        /// Frequencies below about 100 Hz.
        case bass
        /// Frequencies above about 3 kHz.
        case treble
        case hz31 = "31"
        case hz62 = "62"
        case hz125 = "125"
        case hz250 = "250"
        case hz500 = "500"
        case hz1000 = "1k"
        case hz2000 = "2k"
        case hz4000 = "4k"
        case hz8000 = "8k"
        case hz16000 = "16k"

        /// The centre of a band, or the middle of the slope of bass and treble.
        var frequency: Double {
            switch self {
            case .bass: 100
            case .treble: 3000
            case .hz31: 31.25
            case .hz62: 62.5
            case .hz125: 125
            case .hz250: 250
            case .hz500: 500
            case .hz1000: 1000
            case .hz2000: 2000
            case .hz4000: 4000
            case .hz8000: 8000
            case .hz16000: 16_000
            }
        }
    }

    /// The range of a gain in decibels.
    public static let gains = -12.0...12.0
    /// The equaliser that changes nothing.
    public static let flat = Equaliser()

    private var changed: [Band: Double] = [:]

    public init() {}

    /// The gain of a band in decibels, limited to ``gains``; 0 changes nothing.
    public subscript(band: Band) -> Double {
        get { changed[band] ?? 0 }
        set { changed[band] = newValue == 0 ? nil : min(max(newValue, Self.gains.lowerBound), Self.gains.upperBound) }
    }

    /// Whether the equaliser changes nothing.
    public var isFlat: Bool { changed.isEmpty }
    /// Whether the equaliser makes a band louder.
    var lifts: Bool { changed.values.contains { $0 > 0 } }

    /// Reads a text such as `bass=+3,1k=-2`, or `off`. Returns nil if the text has another form, or a gain is out of
    /// range.
    public init?(_ text: String) {
        self.init()
        if text == "off" { return }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        for part in parts {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let band = Band(rawValue: Self.trimmed(sides[0]).lowercased()),
                let gain = Double(Self.trimmed(sides[1])), Self.gains.contains(gain), changed[band] == nil
            else { return nil }
            self[band] = gain
        }
    }

    private static func trimmed(_ text: Substring) -> String { text.filter { $0 != " " } }

    /// The equaliser as text, such as `bass=+3,1k=-2`; `off` if it changes nothing.
    public var text: String {
        let parts = Band.allCases.filter { self[$0] != 0 }.map { band in
            let gain = (self[band] * 10).rounded() / 10
            let number = gain == gain.rounded() ? "\(Int(gain))" : "\(gain)"
            return "\(band.rawValue)=\(gain > 0 ? "+" : "")\(number)"
        }
        return parts.isEmpty ? "off" : parts.joined(separator: ",")
    }

    /// Returns this equaliser with each gain moved towards that of another, by at most `most` decibels.
    func moved(to other: Equaliser, by most: Double) -> Equaliser {
        var new = self
        for band in Band.allCases {
            let distance = other[band] - self[band]
            new[band] = abs(distance) <= most ? other[band] : self[band] + (distance > 0 ? most : -most)
        }
        return new
    }
}

import Longwave

/// The name of a quality, by which one of a station's HLS variants is chosen.
public enum QualityName: String, Sendable, CaseIterable {
    case high, medium, low, auto

    var quality: StreamQuality {
        switch self {
        case .high: .high
        case .medium: .medium
        case .low: .low
        case .auto: .auto
        }
    }
}

import Longwave

/// Which of a station's variants is played, by name.
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

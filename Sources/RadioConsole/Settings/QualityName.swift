import Longwave

/// The choice among a station's variants, by name.
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

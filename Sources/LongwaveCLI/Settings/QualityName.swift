import Longwave

/// The name of a quality of sound, which says which variant of an HLS station is played.
enum QualityName: String, Sendable, CaseIterable {
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

import Glibc

/// The curve of a fade from one sound to another.
enum FadeCurve {
    /// A straight line, for two sounds that overlap.
    case straight
    /// A raised cosine, which has no corners, for a sound that begins or ends within a few milliseconds.
    case cosine

    /// Returns the factor for the sound that fades in, from 0 to 1. The factor for the sound that fades out is 1 minus
    /// this factor.
    ///
    /// - Parameter progress: the progress of the fade, from 0 to 1.
    func share(_ progress: Float) -> Float {
        switch self {
        case .straight: progress
        case .cosine: 0.5 - 0.5 * cosf(progress * .pi)
        }
    }
}

import Glibc

/// How one sound gives way to another.
enum FadeCurve {
    /// In equal steps: two sounds that lie over each other.
    case straight
    /// A raised cosine: sound that begins or ends within a few milliseconds, without a corner.
    case cosine

    /// The loudness of what rises, from 0 to 1.
    /// - Parameter progress: of the fade, from 0 to 1.
    func share(_ progress: Float) -> Float {
        switch self {
        case .straight: progress
        case .cosine: 0.5 - 0.5 * cosf(progress * .pi)
        }
    }
}

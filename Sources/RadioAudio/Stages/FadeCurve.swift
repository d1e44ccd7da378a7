import Glibc

/// The curve of a fade from one sound to another.
package enum FadeCurve {
    /// A straight line, for two sounds that overlap.
    case straight
    /// A raised cosine, which has no corners, for a sound that begins or ends within a few milliseconds.
    case cosine
    /// A quarter of a sine, which keeps the loudness even while two sounds overlap that have nothing in common.
    case power
    /// Even steps in decibels down to −60 dB, for a slow fade.
    case decibels

    /// Returns the factor for the sound that fades in, from 0 to 1. The factor for the sound that fades out is 1 minus
    /// this factor or, for ``power`` and ``decibels``, that of the progress left.
    ///
    /// - Parameter progress: the progress of the fade, from 0 to 1.
    package func share(_ progress: Float) -> Float {
        switch self {
        case .straight: progress
        case .cosine: 0.5 - 0.5 * cosf(progress * .pi)
        case .power: sinf(progress * .pi / 2)
        case .decibels: progress > 0 ? powf(10, 3 * (progress - 1)) : 0
        }
    }
}

/// Steps of the volume keys.
package enum VolumeStep {
    package static let size = 0.05

    /// The volume so many steps up, or down below 0: 0 to 1, on whole steps, so that rounding does not add up.
    package static func volume(_ volume: Double, by steps: Int) -> Double {
        let wanted = (volume / size).rounded() + Double(steps)
        return min(max(wanted * size, 0), 1)
    }
}

/// The steps of the volume keys.
package enum VolumeStep {
    package static let size = 0.05

    /// Returns the volume after a number of steps, within 0…1; negative steps go down.
    ///
    /// The result is a multiple of the step, so that rounding errors do not add up.
    package static func volume(_ volume: Double, by steps: Int) -> Double {
        let wanted = (volume / size).rounded() + Double(steps)
        return min(max(wanted * size, 0), 1)
    }
}

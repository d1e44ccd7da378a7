/// The step by which one press of a volume key changes the volume.
package enum VolumeStep {
    package static let size = 0.05

    /// Returns a volume, 0…1, changed by a number of steps; a negative number lowers the volume.
    ///
    /// The result is a multiple of ``size``, so that rounding errors do not add up over many steps.
    package static func volume(_ volume: Double, by steps: Int) -> Double {
        let wanted = (volume / size).rounded() + Double(steps)
        return min(max(wanted * size, 0), 1)
    }
}

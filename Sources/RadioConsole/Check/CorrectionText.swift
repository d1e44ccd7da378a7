import Longwave

/// Describes corrections by lines with the old and the new values, for comparison.
enum CorrectionText {
    static func lines(_ correction: StationCorrection) -> [String] {
        [correction.old.name]
            + correction.changes.flatMap { change in
                let name = change.field.displayName
                return (change.old.map { ["- \(name): \($0)"] } ?? []) + ["+ \(name): \(change.new)"]
            }
    }
}

import Longwave

/// Corrections as a person compares them: what is there, and what would be.
enum CorrectionText {
    static func lines(_ correction: StationCorrection) -> [String] {
        [correction.old.name]
            + correction.changes.flatMap { change in
                let name = change.field.displayName
                return (change.old.map { ["- \(name): \($0)"] } ?? []) + ["+ \(name): \(change.new)"]
            }
    }
}

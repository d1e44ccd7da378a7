import RadioFormats

/// Decides for each title whether its packets are recorded, and in which file.
package struct TitleCutter: Hashable, Sendable {
    /// How a recording is divided into files, and which titles are left out.
    package struct Settings: Hashable, Sendable {
        /// Whether each title gets a file of its own.
        package var splits = false
        /// With ``splits``, whether the title that was already on air when the recording began is kept, although its
        /// beginning may be missing.
        package var keepsFirst = false
        /// Whether advertisements and jingles are left out.
        package var leavesOutAdvertisements = false
        /// With ``splits``, how far a cut may move from the title's beginning to a quieter moment.
        package var tolerance = Duration.zero
        /// With ``splits``, how much earlier than its title each file begins, and how much later it ends.
        package var overlap = Duration.zero

        package init(
            splits: Bool = false, keepsFirst: Bool = false, leavesOutAdvertisements: Bool = false,
            tolerance: Duration = .zero, overlap: Duration = .zero
        ) {
            self.splits = splits
            self.keepsFirst = keepsFirst
            self.leavesOutAdvertisements = leavesOutAdvertisements
            self.tolerance = tolerance
            self.overlap = overlap
        }
    }

    /// What happens to the recording's current file when a title begins.
    package enum Cut: Hashable, Sendable {
        /// The file continues.
        case none
        /// The file ends, and another one begins.
        case newFile
        /// Nothing is recorded until the next title. If each title has a file of its own, the file ends.
        case leftOut
    }

    private let settings: Settings
    private var hasTitle = false

    package init(_ settings: Settings) { self.settings = settings }

    /// Whether the sound before the first title is recorded.
    package var keepsBeforeFirst: Bool { !settings.splits }

    /// Returns what happens to the recording's current file when a title of this kind begins.
    package mutating func begin(_ kind: TrackInfo.Kind) -> Cut {
        let isFirst = !hasTitle
        hasTitle = true
        if settings.leavesOutAdvertisements, kind == .advertisement || kind == .jingle { return .leftOut }
        guard settings.splits else { return .none }
        return isFirst && !settings.keepsFirst ? .leftOut : .newFile
    }
}

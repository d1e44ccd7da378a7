import RadioFormats

/// Decides with each title whether its packets are recorded, and in which file.
package struct TitleCutter: Hashable, Sendable {
    package struct Settings: Hashable, Sendable {
        /// One file a title.
        package var splits = false
        /// With ``splits``: the title that was on air when the recording began is kept, too.
        package var keepsFirst = false
        /// Advertisements and jingles are left out.
        package var leavesOutAdvertisements = false
        /// With ``splits``: how far a cut is moved at most, to where it is quietest.
        package var tolerance = Duration.zero
        /// With ``splits``: how much earlier each file begins, and how much later it ends.
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

    package enum Cut: Hashable, Sendable {
        /// The file goes on.
        case none
        /// The file ends, and another one begins.
        case newFile
        /// Nothing is recorded until the next title. With one file a title, the file ends.
        case leftOut
    }

    private let settings: Settings
    private var hasTitle = false

    package init(_ settings: Settings) { self.settings = settings }

    /// Whether what comes before the first title is recorded.
    package var keepsBeforeFirst: Bool { !settings.splits }

    /// A title begins.
    package mutating func begin(_ kind: TrackInfo.Kind) -> Cut {
        let isFirst = !hasTitle
        hasTitle = true
        if settings.leavesOutAdvertisements, kind == .advertisement || kind == .jingle { return .leftOut }
        guard settings.splits else { return .none }
        return isFirst && !settings.keepsFirst ? .leftOut : .newFile
    }
}

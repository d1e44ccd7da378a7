import Longwave

/// A note that old titles were deleted from the title database, for queries about a time before the oldest remaining
/// title.
struct KeptSince {
    /// The sentences that say so, for the person who asked.
    let note: String

    /// Returns nil if no titles from after the queried time were deleted. `wanted` is the queried time; nil means all
    /// times.
    init?(_ history: TitleHistory, since wanted: MediaTime?) throws(CommandFailure) {
        let since = try TitleDatabase.reading { () throws(StorageError) in try history.keptSince() }
        func part(_ what: String, _ moment: MediaTime?) -> String? {
            guard let moment, wanted ?? .negativeInfinity < moment else { return nil }
            return "\(what) since \(SongPrinter.local(moment))"
        }
        let parts = [part("logged titles", since.shown), part("heard titles", since.heard)].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        note = "Older titles were deleted (--keep). The database contains " + parts.joined(separator: ", and ") + "."
    }
}

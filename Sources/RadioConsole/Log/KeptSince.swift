import Longwave

/// A note about deleted titles, for queries that reach further back than the kept titles.
struct KeptSince {
    /// The sentence for the person.
    let note: String

    /// Returns nil if all titles since the queried time are still kept.
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

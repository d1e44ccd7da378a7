import Longwave

/// From when on titles were kept, where what a person asks for may be older.
struct KeptSince {
    /// A sentence for a person.
    let note: String

    /// Nil where nothing that is meant was deleted.
    init?(_ history: TitleHistory, since wanted: MediaTime?) throws(CommandFailure) {
        let since = try TitleDatabase.reading { () throws(StorageError) in try history.keptSince() }
        func part(_ what: String, _ moment: MediaTime?) -> String? {
            guard let moment, wanted ?? .negativeInfinity < moment else { return nil }
            return "\(what) since \(SongPrinter.local(moment))"
        }
        let parts = [part("logged titles", since.shown), part("heard titles", since.heard)].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        note = "Older titles were deleted (--keep). There are " + parts.joined(separator: ", and ") + "."
    }
}

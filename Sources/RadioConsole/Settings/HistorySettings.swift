import Longwave

/// Whether what is heard is written down, and where.
public struct HistorySettings: Hashable, Sendable {
    let isKept: Bool
    /// The file of titles; nil: the usual one.
    let database: String?
    let retention: TitleRetention

    public init(isKept: Bool, database: String?, retention: TitleRetention) {
        self.isKept = isKept
        self.database = database
        self.retention = retention
    }

    /// Where what is heard is written down. Without a place for titles they are not; that is no reason not to play.
    var journal: JournalPlaces {
        var places = JournalPlaces(environment: Environment.folders)
        places.titles = isKept ? try? TitleDatabase.path(database, makesFolder: true) : nil
        places.retention = retention
        if !isKept { places.listener = nil }
        return places
    }
}

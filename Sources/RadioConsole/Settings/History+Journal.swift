import Longwave

extension Configuration.History {
    /// The paths of the files that keep the listening history. If the title database has no path, titles are not
    /// written, because playing does not need them.
    var journal: JournalPlaces {
        let isKept = isKept ?? true
        var places = JournalPlaces(environment: Environment.folders)
        places.titles = isKept ? try? TitleDatabase.path(database, makesFolder: true) : nil
        places.retention = retention ?? .listening
        if !isKept { places.listener = nil }
        return places
    }
}

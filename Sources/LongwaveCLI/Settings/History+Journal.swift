import Longwave

extension Configuration.History {
    /// The paths of the files of the listening history. If no path for the title database can be found, the player runs
    /// without the database and writes no titles.
    var journal: JournalPlaces {
        let isKept = isKept ?? true
        var places = JournalPlaces(environment: Environment.folders)
        places.titles = isKept ? try? TitleDatabase.path(database, makesFolder: true) : nil
        places.retention = retention ?? .listening
        if !isKept { places.listener = nil }
        return places
    }
}

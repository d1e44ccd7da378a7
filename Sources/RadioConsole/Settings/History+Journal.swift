import Longwave

extension Configuration.History {
    /// Where what is heard is written down. Without a place for titles they are not; that is no reason not to play.
    var journal: JournalPlaces {
        let isKept = isKept ?? true
        var places = JournalPlaces(environment: Environment.folders)
        places.titles = isKept ? try? TitleDatabase.path(database, makesFolder: true) : nil
        places.retention = retention ?? .listening
        if !isKept { places.listener = nil }
        return places
    }
}

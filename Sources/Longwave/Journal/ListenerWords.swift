import RadioFormats
import RadioStations
import RadioStorage

/// The messages for a file of the listener's properties (favourites, stars, gains, play counts) that cannot be used.
package enum ListenerWords {
    package static func notRead(_ error: StorageError) -> String {
        let path = ListenerStore.usualPath(environment: Environment.folders) ?? "library.sqlite"
        if case .replaced(let aside) = error {
            return
                "\(path) was damaged and was moved to \(aside); your favourites, ratings, gains and play counts begin anew"
        }
        let reason = error.words.hasPrefix(path) ? error.words : "\(path): \(error.words)"
        let words = "your favourites, ratings, gains and play counts cannot be used: \(reason)"
        switch error {
        case .damaged: return words + ". The next station that plays begins a new file and keeps this one."
        case .tooNew: return words + ". Install the newer version, or move the file aside."
        case .inaccessible: return words + ". Make the file readable and writable for yourself."
        case .busy, .noRoom, .replaced: return words
        }
    }
}

import RadioStations
import RadioStorage

/// The messages for an unusable file of the listener's properties.
package enum ListenerWords {
    package static func notRead(_ error: StorageError) -> String {
        let path = ListenerStore.usualPath(environment: Environment.folders) ?? "library.sqlite"
        let reason = error.words.hasPrefix(path) ? error.words : "\(path): \(error.words)"
        let words = "your favourites, ratings, gains and counts are left out: \(reason)"
        switch error {
        case .damaged: return words + ". Move the file aside, and a new one is begun."
        case .tooNew: return words + ". Use the newer program, or move the file aside, and a new one is begun."
        case .inaccessible: return words + ". Make the file readable and writable for you."
        case .busy, .noRoom: return words
        }
    }
}

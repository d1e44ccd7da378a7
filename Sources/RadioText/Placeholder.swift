/// Recognises the texts that automation programs send if they do not know the track's name.
enum Placeholder {
    /// Returns true for a text of dashes only, and for words such as `unknown` that name nothing.
    static func isNothing(_ text: String) -> Bool {
        if TitleRules.isPlaceholder(text) { return true }
        guard text.utf8.count <= 100 else { return false }
        var words = text.lowercased()
        let marks = "<>[]()\"'*."
        if words.utf8.contains(where: marks.utf8.contains) {
            words.unicodeScalars.removeAll(where: marks.unicodeScalars.contains)
        }
        return nothings.contains(words) || isUnfilled(words)
    }

    /// Returns true for a title that names nothing after an artist that is a placeholder, as in `Unknown - Unknown` and
    /// `unknown artist - Track 1`.
    static func isNothing(behindNothing title: String) -> Bool {
        isNothing(title) || behindNothing.contains(title.lowercased())
    }

    /// Returns true for a template that was not filled in: `%artist%`, `$title`, `{{artist}}`, `#ARTIST#`.
    private static func isUnfilled(_ text: String) -> Bool {
        let marks = "%$#{}@"
        guard text.utf8.contains(where: marks.utf8.contains) else { return false }
        let name = text.filter { !marks.contains($0) }
        return name.utf8.count < text.utf8.count
            && ["artist", "title", "artist - title", "song", "songtitle", "track"].contains(name)
    }

    private static let nothings: Set = [
        "unknown", "unknown artist", "unknown title", "unknown track", "unknown song", "unbekannt",
        "unbekannter interpret",
        "unbekannter titel", "inconnu", "artiste inconnu", "titre inconnu", "desconocido", "artista desconocido",
        "desconhecido",
        "sconosciuto", "artista sconosciuto", "nieznany", "nieznany wykonawca", "неизвестен", "неизвестно",
        "неизвестный исполнитель",
        "untitled", "no title", "notitle", "no_title", "no name", "no artist", "no data", "no info", "no information",
        "no metadata",
        "no song", "no track", "n/a", "null", "none", "nil", "undefined", "nan", "empty", "default", "no meta",
        "sin título",
        "sin titulo", "sans titre", "ohne titel", "без названия", "tba", "no track info", "not available",
        "no song info",
        // Texts that control panels of streaming servers show for an offline stream, and default station names of
        // encoders.
        "stream offline", "station offline", "this is my server name", "unspecified name", "unspecified description",
        "my station name", "your station name", "no title available",
    ]
    private static let behindNothing: Set = ["track 1", "track 01", "track1", "track01", "stream", "live", "radio"]
}

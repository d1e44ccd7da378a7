import Longwave

/// Messages for people about a title database that cannot be used or written.
enum TitleWords {
    static func remedy(_ error: StorageError) -> String {
        switch error {
        case .busy: "Stop the other program, or use --database."
        case .noRoom: "Free some disk space, or use --database."
        case .damaged, .replaced, .tooNew, .inaccessible:
            "Move the file aside (Longwave creates a new one), or use --database."
        }
    }

    static func notWritten(_ error: StorageError) -> String {
        switch error {
        case .damaged, .tooNew: "the history cannot be written: \(error.words). \(remedy(error))"
        case .replaced(let aside): begunAnew(aside: aside)
        case .busy, .noRoom, .inaccessible: "the history cannot be written at present: \(error.words)"
        }
    }

    static func stuck(_ error: StorageError) -> String {
        "the title database cannot be written: \(error.words); records wait, and the program tries again"
    }

    static func begunAnew(aside: String?) -> String {
        guard let aside else { return "the title database was deleted or moved; a new one was created" }
        return "the title database is damaged and was moved to \(aside); a new one was created"
    }

    static func deleted(_ count: Int) -> String {
        "deleted because of --keep: \(count.counted("old record")) of the title database"
    }

    static func lost(_ count: Int) -> String {
        "\(count.counted("record")) lost, because the title database could not be written"
    }
}

import Longwave

/// What is said of a file of titles that cannot be used.
enum TitleWords {
    static let remedy = "Move the file aside, and a new one is begun, or name another one with --database."

    static func notWritten(_ error: StorageError) -> String {
        switch error {
        case .damaged, .tooNew: "what is heard is not written down: \(error.words). \(remedy)"
        case .busy, .noRoom, .inaccessible: "what is heard is not written down at present: \(error.words)"
        }
    }

    static func stuck(_ error: StorageError) -> String {
        "the file of titles cannot be written: \(error.words); records wait, lines go on, trying again"
    }

    static func begunAnew(aside: String?) -> String {
        guard let aside else { return "the file of titles is gone; a new one was begun" }
        return "the file of titles is damaged and was put aside as \(aside); a new one was begun"
    }

    static func lost(_ count: Int) -> String {
        "\(count) records could not be written into the file of titles and are lost there"
    }
}

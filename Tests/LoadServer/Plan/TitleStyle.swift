/// How a mount writes its metadata blocks, and what its titles have in them.
package enum TitleStyle: CaseIterable, Sendable {
    /// `StreamTitle='A - T';`, and empty blocks until the next title.
    case plain
    case emptyURL
    case withURL
    /// Apostrophes inside of the title.
    case apostrophes
    /// More zeros behind the text than the block's length needs.
    case padded
    /// The same block after each metaint.
    case repeated
    case urlFirst
    /// Semicolons and an apostrophe before one.
    case semicolons
    /// No semicolon at the end.
    case unfinished

    /// The text of a block for a title.
    func metadata(_ title: [UInt8], mount: Int) -> [UInt8] {
        let named = Array("StreamTitle='".utf8) + title + Array("'".utf8)
        let url = Array("StreamUrl='http://load.example/\(mount)'".utf8)
        let end = Array(";".utf8)
        switch self {
        case .plain, .apostrophes, .repeated: return named + end
        case .padded: return named + end + [UInt8](repeating: 0, count: 40)
        case .emptyURL, .semicolons: return named + Array(";StreamUrl='';".utf8)
        case .withURL: return named + end + url + end
        case .urlFirst: return url + end + named + end
        case .unfinished: return named
        }
    }

    /// What is put behind a title's words.
    var ornament: String {
        switch self {
        case .plain, .emptyURL, .withURL, .padded, .repeated, .urlFirst, .unfinished: ""
        case .apostrophes: " (Don't Rock 'n' Roll)"
        case .semicolons: " (Nothin'; Live; 1984)"
        }
    }
}

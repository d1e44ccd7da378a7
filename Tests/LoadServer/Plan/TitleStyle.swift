/// The form of a mount's metadata blocks, and special characters in its titles.
package enum TitleStyle: CaseIterable, Sendable {
    /// `StreamTitle='A - T';`, and empty blocks until the next title.
    case plain
    case emptyURL
    case withURL
    /// Apostrophes within the title.
    case apostrophes
    /// More zeros after the text than the block's length needs.
    case padded
    /// The block with the current title after each metaint, instead of empty blocks until the next title.
    case repeated
    case urlFirst
    /// Semicolons, one of them after an apostrophe.
    case semicolons
    /// No semicolon at the end.
    case unfinished

    /// Returns the text of a block for a title.
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

    /// The characters that are appended to a title's words.
    var ornament: String {
        switch self {
        case .plain, .emptyURL, .withURL, .padded, .repeated, .urlFirst, .unfinished: ""
        case .apostrophes: " (Don't Rock 'n' Roll)"
        case .semicolons: " (Nothin'; Live; 1984)"
        }
    }
}

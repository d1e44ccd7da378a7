/// The form of a mount's metadata blocks, and special characters in its titles.
package enum TitleStyle: CaseIterable, Sendable {
    /// `StreamTitle='A - T';`, and empty blocks until the next title.
    case plain
    case emptyURL
    case withURL
    /// Apostrophes within the title.
    case apostrophes
    /// 40 zeros after the text, more than are needed to fill the block to a multiple of 16 bytes.
    case padded
    /// Every block contains the current title. In the other styles, blocks are empty until the title changes.
    case repeated
    case urlFirst
    /// Semicolons, one of them after an apostrophe.
    case semicolons
    /// No semicolon at the end of the block's text.
    case unfinished

    /// Returns the text of a metadata block with this title.
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

    /// The text with special characters that is appended to each title, or an empty string.
    var ornament: String {
        switch self {
        case .plain, .emptyURL, .withURL, .padded, .repeated, .urlFirst, .unfinished: ""
        case .apostrophes: " (Don't Rock 'n' Roll)"
        case .semicolons: " (Nothin'; Live; 1984)"
        }
    }
}

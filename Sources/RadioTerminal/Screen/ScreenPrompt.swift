import RadioStations

/// What the screen asks before it does something.
package enum ScreenPrompt: Hashable, Sendable {
    /// A text, in the last line.
    case text(Subject, TextLine)
    /// One of several things, in place of the page.
    case choice(Choice, title: String, RowList<ChoiceRow>)

    package enum Subject: Hashable, Sendable {
        case name(LibraryItem)
        case tags(LibraryItem)

        var question: String {
            switch self {
            case .name: "name"
            case .tags: "tags, separated by commas"
            }
        }
    }

    package enum Choice: Hashable, Sendable {
        case device, link
    }
}

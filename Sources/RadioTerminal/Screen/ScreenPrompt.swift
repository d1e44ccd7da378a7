import RadioStations

/// A question that the screen asks before it carries out an action.
package enum ScreenPrompt: Hashable, Sendable {
    /// A question that is answered with a text, in the last line.
    case text(Subject, TextLine)
    /// A question that is answered with one of several rows, in place of the page.
    case choice(Choice, title: String, RowList<ChoiceRow>)

    /// The property of a station that the typed text replaces.
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

    /// The kind of rows to choose from.
    package enum Choice: Hashable, Sendable {
        case device, link
    }
}

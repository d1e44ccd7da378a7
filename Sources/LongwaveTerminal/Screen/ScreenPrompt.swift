import RadioStations

/// A question that the screen asks before it carries out an action.
package enum ScreenPrompt: Hashable, Sendable {
    /// A question that the person answers by typing a text in the screen's last line.
    case text(Subject, TextLine)
    /// A question that the person answers by choosing one of several rows, which are shown in place of the page.
    case choice(Choice, title: String, RowList<ChoiceRow>)
    /// A question before an effect that cannot be undone, or by which something is lost. Only the key y confirms it.
    case confirmation(String, ScreenEffect)

    /// The property of a station that the typed text replaces: its name or its tags.
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

    /// What the person chooses: an output device or a web link.
    package enum Choice: Hashable, Sendable {
        case device, link
    }
}

/// What a key asks of the picker.
enum PickerAction: Hashable, Sendable {
    case insert(Character)
    case erase, eraseWord, eraseAll
    /// Stations down (or up, below 0).
    case move(Int)
    case movePage(Int)
    case first, last
    /// To the next collection or the one before.
    case moveGroup(Int)
    /// By country, by language and so on, and not at all.
    case nextGrouping
    case toggleMark
    /// All that are shown, or none of them where all are.
    case toggleAll
    case toggleFavourite
    /// One star more; none after five.
    case raiseRating
    /// To this many stars; 0 for none.
    case rate(Int)
    case listen
    case louder, quieter
    case choose, cancel
    case redraw
}

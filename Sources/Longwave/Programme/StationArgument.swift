import RadioDirectory
import RadioStations

/// One argument of `add` that names a station by itself.
package enum StationArgument: Hashable {
    /// A place in what `find` printed last, from 1.
    case number(Int)
    /// What the directory calls it.
    case id(String)
    case url(String)

    /// Nil for a word.
    package init?(_ text: String) {
        if StationDirectory.isID(text) {
            self = .id(text)
        } else if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text.utf8.count < 6, let number = Int(text) {
            self = .number(number)
        } else if StationLibrary.isRemote(text) {
            self = .url(text)
        } else {
            return nil
        }
    }
}

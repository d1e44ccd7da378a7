import RadioDirectory
import RadioStations

/// An argument of the command `add` that names a station by a number of the last `find`, by its id in the directory, or
/// by its address.
package enum StationArgument: Hashable {
    /// A station's number in the last output of `find`, from 1.
    case number(Int)
    /// A station's id in the directory.
    case id(String)
    case url(String)

    /// Returns nil if the text is an ordinary word.
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

import RadioDirectory
import RadioStations

/// An argument of the command `add` that names a station by its number in the last output of `find`, by its id in the
/// directory of stations, or by its address.
package enum StationArgument: Hashable {
    /// The number of a station in the last output of the command `find`, counted from 1.
    case number(Int)
    /// The id of a station in the directory of stations (radio-browser).
    case id(String)
    case url(String)

    /// Makes the argument from the text that the listener typed. Returns nil if the text is neither a number, nor a
    /// directory's id, nor an address.
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

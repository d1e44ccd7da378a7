import RadioFormats
import RadioStations

/// A task that a key or an event causes. The screen's owner (the full-screen player or the station picker) carries out
/// the task.
package enum ScreenEffect: Hashable, Sendable {
    /// Carry out an action on the player, such as pausing or a change of the volume.
    case player(KeyAction)
    /// Play a station. The stations of the rows `among` become the queue.
    case play(LibraryItem, among: [StationRow])
    /// Play a recorded file, by its path.
    case playFile(String)
    /// Delete a recorded file, by its path.
    case deleteFile(String)
    /// Play the queue's entry with this id.
    case playEntry(UInt64)
    /// Remove the queue's entry with this id.
    case removeEntry(UInt64)
    /// Move the queue's entry with this id by a number of places; a negative number moves it up.
    case moveEntry(UInt64, by: Int)
    case enqueue(LibraryItem, isNext: Bool)
    /// Store the favourite mark and the rating that the listener has given a station.
    case keep(LibraryItem, before: UserProperties)
    /// Change one of the listener's own station lists.
    case edit(ListEdit)
    /// Undo the last change of a list, or of a station's favourite mark or rating.
    case undo
    /// Search the directory of stations (radio-browser) for this text.
    case ask(String)
    /// Mark a title of the history as liked, or remove the mark.
    case like(SongRow)
    /// Offer the person web links about a title of the history, or about the title that is heard (nil).
    case links(SongRow?)
    case openLink(String)
    /// Offer the person the output devices to choose from.
    case devices
    case useDevice(String)
    /// Refresh the content of a page, because the person has opened the page.
    case show(ScreenSection)
    /// End the station picker with these stations as the result.
    case choose([LibraryItem])
    /// Hand the player over although the question named losses, or do not (false).
    case handOver(Bool)
    case detach, quit, redraw
}

/// A change of one of the listener's own station lists.
package enum ListEdit: Hashable, Sendable {
    case add(Station)
    case remove(LibraryItem)
    case rename(LibraryItem, String)
    case tag(LibraryItem, [String])
    /// Move a station down in its list by a number of rows; a negative number moves it up.
    case move(LibraryItem, Int)
}

/// An event that the screen's owner (the full-screen player or the station picker) reports to the screen.
package enum ScreenEvent: Sendable {
    /// The listener's stations and playlists were read.
    ///
    /// The cursor moves to the station with the id `pointed`. If `pointed` is nil, the cursor stays on the station
    /// where it is.
    case library(LibrarySearch, playlists: [StationPlaylist], pointed: String?)
    case noLibrary(reason: String)
    case playing(ScreenPlaying)
    case levels(String?)
    /// The stations that the directory of stations (radio-browser) has found. If the search failed, `problem` says why.
    case found([Station], problem: String?)
    case history([SongRow], problem: String?)
    case queue([QueuedItem])
    case recordings([RecordingRow], problem: String?)
    case schedule([HelpRow], problem: String?)
    /// The station with this id does not play, for this reason. A nil reason means that an earlier report of a failure
    /// no longer applies.
    case failed(id: String, reason: String?)
    case devices([ChoiceRow])
    case links([ChoiceRow])
    /// A station with its stored favourite mark and rating.
    case kept(LibraryItem)
    /// Ask a question. The key y causes the effect.
    case question(String, ScreenEffect)
    case message(String)
    /// The message in the last line has been shown for long enough, so the screen removes it.
    case messageIsOld
}

import RadioFormats
import RadioStations

/// A task that the screen's owner (the session or the picker) must carry out after a key or an event.
package enum ScreenEffect: Hashable, Sendable {
    /// Carry out a key's action on the player, such as pause, louder or back.
    case player(KeyAction)
    /// Play a station. The stations of all rows become the queue.
    case play(LibraryItem, among: [StationRow])
    /// Play a recorded file, by its path.
    case playFile(String)
    /// Play the queue's entry at an index, counted from 0.
    case playEntry(Int)
    /// Remove the queue's entry at an index, counted from 0.
    case removeEntry(Int)
    case moveEntry(Int, to: Int)
    case enqueue(LibraryItem, isNext: Bool)
    /// Store the favourite mark and the rating that the listener has given a station.
    case keep(LibraryItem, before: UserProperties)
    /// Change one of the listener's own station lists.
    case edit(ListEdit)
    /// Undo the last change of a list, or of a station's favourite mark or rating.
    case undo
    /// Search the directory of stations (radio-browser) for a text.
    case ask(String)
    /// Mark a title of the history as liked, or remove the mark.
    case like(SongRow)
    /// List the links of a title of the history; nil means the title that is heard.
    case links(SongRow?)
    case openLink(String)
    /// List the output devices.
    case devices
    case useDevice(String)
    /// Refresh a page, because the person has opened it.
    case show(ScreenSection)
    /// End the choosing mode with these stations as the result.
    case choose([LibraryItem])
    case detach, quit, redraw
}

/// A change of one of the listener's own station lists.
package enum ListEdit: Hashable, Sendable {
    case add(Station)
    case remove(LibraryItem)
    case rename(LibraryItem, String)
    case tag(LibraryItem, [String])
    /// Move a station down by a number of places; a negative number moves it up.
    case move(LibraryItem, Int)
}

/// An event that the screen's owner reports to the screen.
package enum ScreenEvent: Sendable {
    /// The listener's stations and playlists were read.
    ///
    /// The cursor goes to the station with the id `pointed`. If `pointed` is nil, the cursor stays on its station.
    case library(LibrarySearch, playlists: [StationPlaylist], pointed: String?)
    case noLibrary(reason: String)
    case playing(ScreenPlaying)
    case levels(String?)
    /// The stations that the directory of stations has found. If the directory does not answer, `problem` says why.
    case found([Station], problem: String?)
    case history([SongRow], problem: String?)
    case queue([QueueRow])
    case recordings([RecordingRow], problem: String?)
    /// The station with this id does not play, for this reason. A nil reason removes a failure that was reported
    /// before.
    case failed(id: String, reason: String?)
    case devices([ChoiceRow])
    case links([ChoiceRow])
    /// A station whose favourite mark and rating have been stored.
    case kept(LibraryItem)
    case message(String)
    /// The message has been shown for long enough, so the screen removes it.
    case messageIsOld
}

import RadioFormats
import RadioStations

/// What the screen's owner has to do after a key.
package enum ScreenEffect: Hashable, Sendable {
    /// What plays is paused, is louder, goes back …
    case player(KeyAction)
    /// Play a station; the rows around it are the queue.
    case play(LibraryItem, among: [StationRow])
    case playFile(String)
    /// Of the queue, by its place.
    case playEntry(Int)
    case removeEntry(Int)
    case moveEntry(Int, to: Int)
    case enqueue(LibraryItem, isNext: Bool)
    /// Keep what the listener has of a station now.
    case keep(LibraryItem, before: UserProperties)
    /// Change the listener's own list.
    case edit(ListEdit)
    case undo
    /// Ask the directory about a text.
    case ask(String)
    /// A title of the history is liked, or no longer.
    case like(SongRow)
    case links(SongRow?)
    case openLink(String)
    case devices
    case useDevice(String)
    /// A page is looked at: what it shows may be old.
    case show(ScreenSection)
    /// The person chose these stations: in choosing mode only.
    case choose([LibraryItem])
    case detach, quit, redraw
}

/// A change of the listener's own list of stations.
package enum ListEdit: Hashable, Sendable {
    case add(Station)
    case remove(LibraryItem)
    case rename(LibraryItem, String)
    case tag(LibraryItem, [String])
    /// By so many places down (or up, below 0).
    case move(LibraryItem, Int)
}

/// What the screen is told.
package enum ScreenEvent: Sendable {
    /// The listener's stations and playlists are known, or are others; the station with an id is pointed at, if none was before.
    case library(LibrarySearch, playlists: [StationPlaylist], pointed: String?)
    case noLibrary(reason: String)
    case playing(ScreenPlaying)
    case levels(String?)
    /// What the directory answers; the problem where it does not.
    case found([Station], problem: String?)
    case history([SongRow], problem: String?)
    case queue([QueueRow])
    case recordings([RecordingRow], problem: String?)
    /// A station does not play; nil: it does.
    case failed(id: String, reason: String?)
    case devices([ChoiceRow])
    case links([ChoiceRow])
    /// What the listener has of a station is something else than was thought.
    case kept(LibraryItem)
    case message(String)
    case messageIsOld
}

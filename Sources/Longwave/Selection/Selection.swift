import RadioPlayer
import RadioStations

/// The items that a command or an app asks to play, and the settings with which the player plays them.
package struct Selection {
    package var items: [PlaybackItem]
    package var index = 0
    /// Whether the items are stations rather than files. Only stations are written to the journal.
    package var isStation: Bool
    /// Messages for the listener, such as which station a short name was taken for, and what is wrong with the lists.
    package var remarks: [String] = []
    /// The library that contains the stations, which determines their ids. Nil if the items are in no list.
    package var library: StationLibrary?
    /// Whether the player continues with the next item of the queue when an item fails. False if the listener chose
    /// exactly one station.
    package var skipsFailedItems = false
    package var queue = QueueSettings()
    /// An object that is not released while the selection plays.
    package var source: AnyObject?

    /// The item that is played first: the one at `index`.
    package var item: PlaybackItem { items[index] }

    package typealias Found = (Result<Selection, RadioError>) -> Void

    package init(
        items: [PlaybackItem], index: Int = 0, isStation: Bool, remarks: [String] = [],
        library: StationLibrary? = nil, skipsFailedItems: Bool = false, source: AnyObject? = nil
    ) {
        self.items = items
        self.index = index
        self.isStation = isStation
        self.remarks = remarks
        self.library = library
        self.skipsFailedItems = skipsFailedItems
        self.source = source
    }
}

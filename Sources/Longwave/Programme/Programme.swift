import RadioPlayer
import RadioStations

/// The items to play, and the way to play them.
package struct Programme {
    package var items: [PlaybackItem]
    package var index = 0
    /// Whether the items are stations, which are remembered and counted. Files are not.
    package var isStation: Bool
    /// Messages for the listener: which station was meant, and what is wrong with the list.
    package var remarks: [String] = []
    /// The library that gives the stations their ids.
    package var library: StationLibrary?
    /// Whether the player continues with the next item when one fails. False if the listener chose exactly one station.
    package var skipsFailedItems = false
    package var queue = QueueSettings()
    /// An object that must live while the programme plays.
    package var source: AnyObject?

    /// The item that is played first.
    package var item: PlaybackItem { items[index] }

    package typealias Found = (Result<Programme, RadioError>) -> Void

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

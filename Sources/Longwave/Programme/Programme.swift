import RadioPlayer
import RadioStations

/// What is played, and what is known of it.
package struct Programme {
    package var items: [PlaybackItem]
    package var index = 0
    /// Something to come back to; a file is not.
    package var isStation: Bool
    /// For the person: which station was meant, what is wrong with the list.
    package var remarks: [String] = []
    /// Among which the stations are known by their ids.
    package var library: StationLibrary?
    /// Whether one that fails is followed by the next: a person did not choose just this one.
    package var skipsFailedItems = false
    package var queue = QueueSettings()
    /// Must live while it plays.
    package var source: AnyObject?

    /// What is played first.
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

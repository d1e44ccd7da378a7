/// A title in the history.
package struct SongRow: ListRow {
    /// The number by which the screen's owner finds the title.
    package var id: Int
    /// The time when the title began, such as `20:14`. The date is added if the title did not begin today.
    package var time: String
    package var station: String
    /// The station's id.
    package var stationID: String
    /// Artist and title.
    package var text: String
    package var isLiked: Bool

    package init(id: Int, time: String, station: String, stationID: String, text: String, isLiked: Bool) {
        self.id = id
        self.time = time
        self.station = station
        self.stationID = stationID
        self.text = text
        self.isLiked = isLiked
    }

    package var isHeading: Bool { false }
}

/// An entry of the queue.
package struct QueueRow: ListRow {
    /// The entry's index in the queue, counted from 0.
    package var place: Int
    package var name: String
    package var isCurrent: Bool
    /// Why the entry did not play; nil if it did not fail.
    package var problem: String?

    package init(place: Int, name: String, isCurrent: Bool, problem: String? = nil) {
        self.place = place
        self.name = name
        self.isCurrent = isCurrent
        self.problem = problem
    }

    package var isHeading: Bool { false }
}

/// A file of recorded sound.
package struct RecordingRow: ListRow {
    package var path: String
    package var name: String
    /// The file's size and the time when it was written.
    package var facts: String

    package init(path: String, name: String, facts: String) {
        self.path = path
        self.name = name
        self.facts = facts
    }

    package var isHeading: Bool { false }
}

/// A line of the help.
package enum HelpRow: ListRow {
    case heading(String)
    case key(keys: String, words: String)

    package var isHeading: Bool { if case .heading = self { true } else { false } }
}

/// A row of a choice, such as a device or a link.
package struct ChoiceRow: ListRow {
    package var text: String
    /// The value that the screen's owner receives if the row is chosen.
    package var value: String
    package var isCurrent: Bool

    package init(text: String, value: String, isCurrent: Bool = false) {
        self.text = text
        self.value = value
        self.isCurrent = isCurrent
    }

    /// Creates the row of a sound device.
    /// - Parameter current: the name of the device in use; nil if none is in use. In this case, the default device is
    ///   marked as current.
    package init(device name: String, description: String, isDefault: Bool, current: String?) {
        self.init(
            text: description.isEmpty ? name : description, value: name,
            isCurrent: name == current || current == nil && isDefault)
    }

    package var isHeading: Bool { false }
}

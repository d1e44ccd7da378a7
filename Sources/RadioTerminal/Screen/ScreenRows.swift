/// A row of the history page: a heard title.
package struct SongRow: ListRow {
    /// The number by which the screen's owner finds the title in the history.
    package var id: Int
    /// The time when the title began, such as `20:14`. The date is added if the title did not begin today.
    package var time: String
    package var station: String
    /// The id of the station that played the title.
    package var stationID: String
    /// The artist and the title, such as `Artist - Title`.
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

/// A row of the queue page: an entry of the queue.
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

/// A row of the recordings page: a recorded file.
package struct RecordingRow: ListRow {
    package var path: String
    package var name: String
    /// The file's size and the time when the file was written, as text.
    package var facts: String

    package init(path: String, name: String, facts: String) {
        self.path = path
        self.name = name
        self.facts = facts
    }

    package var isHeading: Bool { false }
}

/// A row of the help page: a heading, or a key with its description.
package enum HelpRow: ListRow {
    case heading(String)
    case key(keys: String, words: String)

    package var isHeading: Bool { if case .heading = self { true } else { false } }
}

/// A row of a question, such as a device or a link to choose.
package struct ChoiceRow: ListRow {
    package var text: String
    /// The value that the screen's owner receives if the person chooses the row.
    package var value: String
    package var isCurrent: Bool

    package init(text: String, value: String, isCurrent: Bool = false) {
        self.text = text
        self.value = value
        self.isCurrent = isCurrent
    }

    /// Creates the row of a sound device.
    /// - Parameter current: the name of the device that the player uses. If it is nil, the sound server's default
    ///   device is marked as the current one.
    package init(device name: String, description: String, isDefault: Bool, current: String?) {
        self.init(
            text: description.isEmpty ? name : description, value: name,
            isCurrent: name == current || current == nil && isDefault)
    }

    package var isHeading: Bool { false }
}

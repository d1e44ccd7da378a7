/// A row of the history page: a heard title.
package struct SongRow: ListRow {
    /// The id by which the screen's owner finds the title in the history. It is the same each time the history is read.
    package var id: String
    /// The time when the title began, such as `20:14`. The date is added if the title did not begin today.
    package var time: String
    package var station: String
    /// The id of the station that played the title.
    package var stationID: String
    /// The artist and the title, such as `Artist - Title`.
    package var text: String
    package var isLiked: Bool

    package init(id: String, time: String, station: String, stationID: String, text: String, isLiked: Bool) {
        self.id = id
        self.time = time
        self.station = station
        self.stationID = stationID
        self.text = text
        self.isLiked = isLiked
    }

    package var isHeading: Bool { false }
    package var identity: String { id }
}

/// A row of the queue's page.
extension QueuedItem: ListRow {
    package var isHeading: Bool { false }
    package var identity: UInt64 { id }
}

/// A row of the recordings page: a recorded file.
package struct RecordingRow: ListRow {
    package var path: String
    package var name: String
    /// The length of the file's sound, the file's size and the time when the file was written, as text.
    package var facts: String

    package init(path: String, name: String, facts: String) {
        self.path = path
        self.name = name
        self.facts = facts
    }

    package var isHeading: Bool { false }
    package var identity: String { path }
}

/// A row of the help page: a heading, or a key with its description. On the schedule page, a time with what happens.
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

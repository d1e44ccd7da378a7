/// A title that was heard.
package struct SongRow: ListRow {
    /// By which the screen's owner knows it.
    package var id: Int
    /// `20:14`, or with its day.
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
    /// From 0.
    package var place: Int
    package var name: String
    package var isCurrent: Bool
    /// Why it did not play.
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
    /// When it was written, and how large it is.
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

/// One of several things to choose from.
package struct ChoiceRow: ListRow {
    package var text: String
    /// What is told where it is chosen.
    package var value: String
    package var isCurrent: Bool

    package init(text: String, value: String, isCurrent: Bool = false) {
        self.text = text
        self.value = value
        self.isCurrent = isCurrent
    }

    package var isHeading: Bool { false }
}

import RadioFormats
import RadioJSON

/// The content of a recording: its titles, and the places where sound is missing.
package struct RecordingReport: Hashable, Sendable {
    /// A title that the station played during the recording.
    package struct Title: Hashable, Sendable {
        /// The position in the file at which the title begins.
        package var at: Duration
        package var track: TrackInfo
        /// Whether the title was left out of the recording, as advertisements and jingles may be.
        package var isLeftOut: Bool

        package init(at: Duration, track: TrackInfo, isLeftOut: Bool = false) {
            self.at = at
            self.track = track
            self.isLeftOut = isLeftOut
        }
    }

    /// A position in the file at which sound of the station is missing.
    package struct Cut: Hashable, Sendable {
        package var at: Duration
        /// The date of the cut, in the form of RFC 3339.
        package var date: String

        package init(at: Duration, date: String) {
            self.at = at
            self.date = date
        }
    }

    /// The name of the recording's file, without its folder.
    package var file = ""
    package var station: String
    /// The date when the recording began, in the form of RFC 3339.
    package var began: String
    package var length = Duration.zero
    package var byteCount = 0
    package private(set) var titles: [Title] = []
    package private(set) var cuts: [Cut] = []

    /// The maximum number of titles in the report. Later ones are left out.
    package static let maximumTitles = 20_000
    /// The maximum number of cuts in the report. Later ones are left out.
    package static let maximumCuts = 20_000

    package init(station: String, began: String) {
        self.station = station
        self.began = began
    }

    package mutating func add(_ title: Title) { if titles.count < Self.maximumTitles { titles.append(title) } }
    package mutating func add(_ cut: Cut) { if cuts.count < Self.maximumCuts { cuts.append(cut) } }

    /// Returns the report as a JSON object.
    package func json(_ end: RecordingEnd) -> String {
        let titles = titles.map { title in
            JSONNode.members([
                "at": .seconds(title.at), "kind": .string(title.track.kind.rawValue),
                "artist": .optional(title.track.artist), "title": .optional(title.track.title),
                "album": .optional(title.track.album), "text": .string(title.track.text),
                "left_out": .bool(title.isLeftOut),
            ])
        }
        let cuts = cuts.map { JSONNode.members(["at": .seconds($0.at), "date": .string($0.date)]) }
        return JSONNode.members([
            "file": .string(file), "station": .string(station), "began": .string(began), "seconds": .seconds(length),
            "bytes": .int(Int64(byteCount)), "ended_by": .string(end.rawValue), "titles": .array(titles),
            "cuts": .array(cuts),
        ]).text() + "\n"
    }

    /// A cue sheet of the titles in the file, with remarks where sound is missing. A cue sheet's frame is a 75th of a
    /// second.
    package var cueSheet: String {
        var lines = [
            "PERFORMER \(Self.quoted(station))", "TITLE \(Self.quoted("\(station) \(began)"))",
            "FILE \(Self.quoted(file)) \(file.hasSuffix(".mp3") ? "MP3" : "WAVE")",
        ]
        lines += cuts.map { "REM CUT \(Self.place($0.at)) \($0.date)" }
        for (index, title) in titles.filter({ !$0.isLeftOut }).enumerated() {
            let number = index + 1
            lines.append("  TRACK \(Self.padded(number)) AUDIO")
            lines.append("    TITLE \(Self.quoted(title.track.title ?? title.track.text))")
            if let artist = title.track.artist { lines.append("    PERFORMER \(Self.quoted(artist))") }
            lines.append("    INDEX 01 \(Self.place(title.at))")
        }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private static func place(_ time: Duration) -> String {
        let frames = Int(time / .milliseconds(1)) * 75 / 1000
        return [frames / 4500, frames / 75 % 60, frames % 75].map(padded).joined(separator: ":")
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    /// Returns a text in quotation marks. A cue sheet has no escape for a quotation mark inside a text, so each one
    /// becomes an apostrophe.
    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Character in
            scalar == "\"" ? "'" : scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return "\"\(String(scalars))\""
    }
}

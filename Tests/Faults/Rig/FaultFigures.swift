import Glibc
import RadioLoop

/// What was measured in a row. Seconds, unless said otherwise.
package struct FaultFigures: Codable, Sendable {
    /// From the player's start to the first sound at the monitor.
    package var firstSound: Double?
    /// From the end of the fault to sound; nil where there was none, or no fault was ended.
    package var soundAgain: Double?
    /// Silence from the fault's begin to the row's end.
    package var totalSilence = 0.0
    package var longestSilence = 0.0
    /// How many there were; many short ones are a stutter.
    package var silences = 0
    /// Milliseconds of the programme heard twice, and left out, after the fault began.
    package var repeated = 0.0
    package var lost = 0.0
    /// The longest time for which `playing` was said in silence, or something else in sound.
    package var disagreement: Double?
    /// Requests, or tries that reached nobody: the most in any second, and a second on average, from the fault's begin on.
    package var mostRequests = 0
    package var requestsPerSecond = 0.0
    /// Percent of one core, from the fault's begin on; nil when the player had ended.
    package var cpu: Double?
    /// Lines on stdout and stderr, over the whole row.
    package var lines = 0
    package var linesPerMinute = 0.0
    package var exitCode: Int32?
    /// From the fault's begin, or the start where there is none, to the program's end.
    package var endedAfter: Double?
    package var lastState: String?
    package var soundsAtEnd = false
    /// What it said on stderr last.
    package var lastWords = ""
    package var notes: [String] = []
    package var broken: [String] = []

    package init() {}

    static func text(_ value: Double) -> String {
        let places = abs(value) < 10 ? 100.0 : abs(value) < 100 ? 10 : 1
        let rounded = (value * places).rounded() / places
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

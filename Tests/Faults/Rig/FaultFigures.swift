import Glibc
import RadioLoop

/// What was measured in a row. Seconds, unless said otherwise.
public struct FaultFigures: Codable, Sendable {
    /// From the player's start to the first sound at the monitor.
    public var firstSound: Double?
    /// From the end of the fault to sound; nil where there was none, or no fault was ended.
    public var soundAgain: Double?
    /// Silence from the fault's begin to the row's end.
    public var totalSilence = 0.0
    public var longestSilence = 0.0
    /// How many there were; many short ones are a stutter.
    public var silences = 0
    /// Milliseconds of the programme heard twice, and left out, after the fault began.
    public var repeated = 0.0
    public var lost = 0.0
    /// The longest time for which `playing` was said in silence, or something else in sound.
    public var disagreement: Double?
    /// Requests, or tries that reached nobody: the most in any second, and a second on average, from the fault's begin on.
    public var mostRequests = 0
    public var requestsPerSecond = 0.0
    /// Percent of one core, from the fault's begin on; nil when the player had ended.
    public var cpu: Double?
    /// Lines on stdout and stderr, over the whole row.
    public var lines = 0
    public var linesPerMinute = 0.0
    public var exitCode: Int32?
    /// From the fault's begin, or the start where there is none, to the program's end.
    public var endedAfter: Double?
    public var lastState: String?
    public var soundsAtEnd = false
    /// What it said on stderr last.
    public var lastWords = ""
    public var notes: [String] = []
    public var broken: [String] = []

    public init() {}

    static func text(_ value: Double) -> String {
        let places = abs(value) < 10 ? 100.0 : abs(value) < 100 ? 10 : 1
        let rounded = (value * places).rounded() / places
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

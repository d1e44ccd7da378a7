import Glibc
import RadioLoop

/// The measurements of a row, in seconds unless stated otherwise.
package struct FaultFigures: Codable, Sendable {
    /// The time from the player's start to the first sound at a sink's monitor.
    package var firstSound: Double?
    /// The time from the end of the fault to the first sound after it. Nil if no sound followed or if the fault never
    /// ends in this row.
    package var soundAgain: Double?
    /// The total time without sound from the start of the fault to the end of the row.
    package var totalSilence = 0.0
    package var longestSilence = 0.0
    /// The number of interruptions of the sound from the start of the fault on. Many short ones are a stutter.
    package var silences = 0
    /// Milliseconds of the programme that were heard twice after the start of the fault.
    package var repeated = 0.0
    /// Milliseconds of the programme that were left out after the start of the fault.
    package var lost = 0.0
    /// The longest time for which the player reported `playing` while no sound was heard, or another state while sound
    /// was heard.
    package var disagreement: Double?
    /// The largest number of requests in any second from the start of the fault on. A try that reached no server counts
    /// as a request.
    package var mostRequests = 0
    /// The average number of requests per second from the start of the fault on.
    package var requestsPerSecond = 0.0
    /// CPU usage from the start of the fault on, in percent of one core, or nil if the player had ended.
    package var cpu: Double?
    /// The number of lines that the program wrote to stdout and stderr during the whole row.
    package var lines = 0
    package var linesPerMinute = 0.0
    package var exitCode: Int32?
    /// The time from the start of the fault to the end of the program, or nil if the program did not end. Without a
    /// fault, the time counts from the program's start.
    package var endedAfter: Double?
    package var lastState: String?
    package var soundsAtEnd = false
    /// The program's last line on stderr, or an empty string.
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

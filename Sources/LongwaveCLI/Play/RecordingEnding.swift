import LongwaveTerminal
import RadioTape

/// What the command `record` says at its end, and its exit code: both tell whether something was written.
struct RecordingEnding {
    let sentence: String
    let code: ExitCode

    /// - Parameter failure: why the last attempt to connect failed; nil if none has failed.
    init(_ summary: RecordingSummary, _ reason: RecordingEnd, _ failure: StreamError?) {
        let length = PlayerWords.clock(summary.duration)
        if let path = summary.path, summary.fileCount == 1 {
            (sentence, code) = ("written: \(path), \(length)", .ended)
        } else if summary.fileCount > 0 {
            (sentence, code) = ("written: \(summary.fileCount) files, \(length)", .ended)
        } else if reason == .freeDisk {
            (sentence, code) = ("nothing was written", .cannotWrite)
        } else if summary.received > .zero {
            (sentence, code) = ("nothing was written: no title that is kept has begun", .unavailable)
        } else if let failure {
            (sentence, code) = ("nothing was written: \(failure.summary)", ExitCode(failure))
        } else {
            (sentence, code) = ("nothing was written: no sound arrived", .unavailable)
        }
    }
}

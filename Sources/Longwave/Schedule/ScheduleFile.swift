import Glibc
import RadioLoop
import RadioStations

/// The file that contains a schedule, `schedule.json`.
package struct ScheduleFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// The user's file; nil if the environment names no folder for settings.
    /// - Parameter environment: the process's variables.
    package static func usual(environment: [String: String]) -> ScheduleFile? {
        UserFolders(environment: environment).config.map { ScheduleFile(path: $0 + "/schedule.json") }
    }

    /// Reads the schedule. Returns nil if there is no file. Blocks until the file is read.
    package func readIfPresent() -> Result<Schedule, ScheduleError>? {
        do throws(LocalFile.Failure) {
            let bytes = try LocalFile.read(path, maximum: Schedule.maximumBytes)
            return Result { () throws(ScheduleError) in try Schedule(bytes) }
        } catch {
            return error.code == ENOENT ? nil : .failure(ScheduleError(error.reason + "."))
        }
    }

    /// Reads the schedule, which has no entries if there is no file.
    package func read() throws(ScheduleError) -> Schedule { try readIfPresent()?.get() ?? Schedule() }

    package func write(_ schedule: Schedule) throws(ScheduleError) {
        do throws(LocalFile.Failure) { try LocalFile.replace(path, with: schedule.bytes) } catch {
            throw ScheduleError("\(path): \(error.reason).")
        }
    }
}

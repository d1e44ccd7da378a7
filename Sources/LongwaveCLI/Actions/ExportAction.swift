import Glibc
import Longwave

/// The command `longwave export`: writes the stations of the listener's lists as one list.
struct ExportAction {
    let libraries: [String]
    /// The format of the new list; nil to choose by the suffix of ``path``. Without a known suffix, the list is written
    /// as a station file (JSON).
    let format: ListFormatName?
    /// The file to write; nil for standard output.
    let path: String?
    /// The title to write into the list.
    let title: String?
    let isQuiet: Bool

    init(libraries: [String], format: ListFormatName?, path: String?, title: String?, isQuiet: Bool) {
        self.libraries = libraries
        self.format = format
        self.path = path
        self.title = title
        self.isQuiet = isQuiet
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 {
        ReportOutput(PrintSettings(format: nil, isQuiet: isQuiet, isVerbose: false)).ending(export)
    }

    /// Writes the stations of the chosen lists as one list, and says which details the format of the new list cannot
    /// contain.
    private func export(_ output: ReportOutput) throws(CommandFailure) {
        let library = try LibraryReader(asked: libraries).loaded()
        if !isQuiet { ProgrammeFinder.remarks(library).forEach(output.say) }
        let format = format?.format ?? ListFormat(path: path ?? "")
        let list = StationListWriter.write(library.stations, as: format, title: title)
        if let path {
            do throws(StationLibraryError) { try StationListFile.write(path, list.bytes) } catch {
                throw CommandFailure(notWritten: error)
            }
            output.done("\(path): \(library.stations.count.counted("station"))")
        } else {
            OutputSink.writeAll(STDOUT_FILENO, String(decoding: list.bytes, as: UTF8.self))
        }
        if !isQuiet, let words = ListLoss.sentence(list.losses, format: format) { output.say(words + ".") }
    }
}

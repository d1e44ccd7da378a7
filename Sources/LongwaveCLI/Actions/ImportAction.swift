import Glibc
import LongwaveTerminal

/// The command `longwave import`: adds the stations of a file or an address to one of the listener's own station lists.
struct ImportAction {
    /// The path or address of the list to import; `-` is standard input.
    let source: String
    /// The format of the imported file; nil to recognise the format by the content.
    let format: ListFormatName?
    /// The path of the station list to change; nil for the list of the stations that the listener added.
    let list: String?
    let isDryRun: Bool
    let isQuiet: Bool

    init(source: String, format: ListFormatName?, list: String?, isDryRun: Bool, isQuiet: Bool) {
        self.source = source
        self.format = format
        self.list = list
        self.isDryRun = isDryRun
        self.isQuiet = isQuiet
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 {
        ReportOutput(PrintSettings(format: nil, isQuiet: isQuiet, isVerbose: false)).ending(take)
    }

    private func take(_ output: ReportOutput) throws(CommandFailure) {
        let (stations, problems) = try read()
        let list = try OwnList(list)
        let result = try list.changing { (list) throws(StationLibraryError) in
            try list.add(stations, isDryRun: isDryRun)
        }
        guard !isQuiet else { return }
        ProgrammeFinder.shortened(problems.map { "\(source): \($0)" }).forEach(output.say)
        for line in list.lines(result, leftOut: problems.count { $0.isLeftOut }, isDryRun: isDryRun) {
            OutputSink.writeAll(STDOUT_FILENO, Sanitiser(charset: output.charset)(line) + "\n")
        }
    }

    private func read() throws(CommandFailure) -> (stations: [Station], problems: [EntryProblem]) {
        if StationLibrary.isRemote(source) {
            let library = try LibraryReader(named: [source]).loaded()
            return (library.stations, library.problems)
        }
        do throws(StationLibraryError) {
            let read = try StationListFile.read(source, as: format?.format)
            return (read.stations, read.problems)
        } catch {
            throw CommandFailure(error)
        }
    }
}

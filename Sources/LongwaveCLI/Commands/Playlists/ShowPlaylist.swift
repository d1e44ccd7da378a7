import ArgumentParser
import CLinux
import Glibc
import Longwave

struct ShowPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "The stations of one, in its order.")

    @Argument(help: "Its name.") var name: String
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let output = ReportOutput(format: format)
        let answer = try library.reader.personal.loadNow()
        do throws(CommandFailure) {
            let playlist = try PlaylistFile.named(name, environment: Environment.folders).get()
            let items = try ProgrammeFinder.items(of: playlist, in: try answer.get())
            let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
            let printer = StationPrinter(charset: output.charset, width: isTerminal ? Terminal().width : nil)
            if !format.quiet {
                OutputSink.writeAll(STDOUT_FILENO, printer.text(items, format.chosen ?? (isTerminal ? .table : .tsv)))
            }
        } catch { throw output.fail(error) }
    }
}

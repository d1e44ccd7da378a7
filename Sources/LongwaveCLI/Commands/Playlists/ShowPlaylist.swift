import ArgumentParser
import Longwave

struct ShowPlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The stations of one, in its order.",
        discussion: "Their numbers are their places in it, which \"longwave playlists remove\" takes.")

    @Argument(help: "Its name.", completion: PlaylistCompletion.all) var name: String
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws {
        let output = ReportOutput(format: format)
        let answer = try library.reader.personal.loadNow()
        do throws(RadioError) {
            let playlist = try PlaylistNames.named(name, environment: Environment.folders).get()
            var items = try ProgrammeFinder.items(of: playlist, in: try answer.get())
            for place in items.indices { items[place].number = place + 1 }
            if !format.quiet { output.list { StationPrinter(charset: output.charset, width: $1).text(items, $0) } }
        } catch { throw output.fail(error) }
    }
}

import ArgumentParser
import CLinux
import Glibc
import Longwave

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the stations as a list that other programs read.",
        discussion: """
            What the format cannot hold is said on stderr. \(Documents.path("LISTS.md")) tells what each holds.
            """)

    @OptionGroup(title: "Stations") var library: LibraryOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The format; without it what the name after --to ends with, or else json.",
            valueName: ListFormatName.allCases.map(\.rawValue).joined(separator: "|")))
    var format: ListFormatName?

    @Option(
        name: .long, help: ArgumentHelp("Write there, and not to standard output.", valueName: "file"),
        completion: .file())
    var to: String?

    @Option(name: .long, help: ArgumentHelp("What the list calls itself.", valueName: "title"))
    var title: String?

    @Flag(name: .long, help: "Say nothing but errors.")
    var quiet = false

    func run() throws {
        let notes = CommandNotes()
        switch try library.reader.loadNow() {
        case .failure(let failure): throw notes.fail(failure)
        case .success(let library):
            if !quiet { ProgrammeFinder.remarks(library).forEach(notes.say) }
            let format = (format ?? to.flatMap { ListFormatName(path: $0) } ?? .json).format
            let list = StationListWriter.write(library.stations, as: format, title: title)
            if let to {
                do throws(StationLibraryError) { try StationListFile.write(to, list.bytes) } catch {
                    throw notes.fail(CommandFailure(notWritten: error))
                }
                if !quiet { notes.done("\(to): \(PlaylistFile.stations(library.stations.count))") }
            } else {
                OutputSink.writeAll(STDOUT_FILENO, String(decoding: list.bytes, as: UTF8.self))
            }
            if !quiet, let words = ListLoss.sentence(list.losses, format: format) { notes.say(words + ".") }
        }
    }
}

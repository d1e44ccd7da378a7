import ArgumentParser
import Longwave

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Lists the sound devices.",
        discussion: """
            Prints a table on a terminal, and tsv elsewhere. The option --device of play accepts a name from this \
            list, or a pattern of a name or description.
            """)

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: DevicesAction(settings: format.settings).run()) }
}

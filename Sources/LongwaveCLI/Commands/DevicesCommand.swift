import ArgumentParser
import Longwave
import RadioConsole

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List the devices that sound can be played on.",
        discussion: """
            A table on a terminal, tsv elsewhere. The names, or patterns of names and descriptions, are what \
            play --device takes.
            """)

    @OptionGroup(title: "Printing") var format: FormatOptions

    func run() throws { try end(with: DevicesAction(settings: format.settings).run()) }
}

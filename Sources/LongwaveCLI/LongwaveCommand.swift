import ArgumentParser
import Longwave

@main
struct LongwaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "longwave")
}

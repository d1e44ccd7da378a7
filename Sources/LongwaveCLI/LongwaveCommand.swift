import ArgumentParser
import Glibc
import RadioConsole

@main
struct LongwaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "longwave",
        abstract: "Plays internet radio, and says only what is true about it.",
        discussion: """
            Exit codes: 0 ended or quit; 64 wrong usage; 65 no such station, or no sound there; 66 file missing; \
            68 host unknown; 69 no sound server, or station given up; 73 output file not writable; \
            76 protocol broken; 77 access refused.
            """,
        version: "longwave \(Version.current)",
        subcommands: [
            ScreenCommand.self, PlayCommand.self, PickCommand.self, ServeCommand.self, CtlCommand.self,
            ListCommand.self, FindCommand.self, AddCommand.self,
            RemoveCommand.self, MarkCommand.self, PlaylistsCommand.self, ArtworkCommand.self, DevicesCommand.self,
            DemoCommand.self, RecordCommand.self, ConvertCommand.self, WaveformCommand.self,
            ProbeCommand.self, CheckCommand.self,
            InspectCommand.self, LogCommand.self, SongsCommand.self, RulesCommand.self, ScrobbleCommand.self,
            ImportCommand.self, ExportCommand.self, ConfigCommand.self,
        ],
        defaultSubcommand: ScreenCommand.self
    )

    static func main() {
        // A closed pipe is an error of write(2), not the end without a word to the sound server.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow (ulimit -f): EFBIG, like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        holdStandardDescriptors()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let command = OptionSuggestion.command(CommandLine.arguments.dropFirst(), in: self)
            let message = OptionSuggestion.improved(fullMessage(for: error), help: helpMessage(for: command))
            guard let message else { exit(withError: error) }
            StandardError.write(message + "\n")
            Glibc.exit(exitCode(for: error).rawValue)
        }
    }

    /// Where the caller closed stdin, stdout or stderr, the next descriptor opened would take its number.
    private static func holdStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}

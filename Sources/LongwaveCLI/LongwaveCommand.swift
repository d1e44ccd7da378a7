import ArgumentParser
import Glibc

package struct LongwaveCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "longwave",
        abstract: "Plays, records and logs internet radio.",
        discussion: """
            Exit codes: 0 success, or quit by the listener; 64 wrong usage; 65 station not found, or no sound that can \
            be played; 66 file not found; 68 host not found; 69 no sound server, or gave up on the station; 73 output \
            file cannot be written; 76 the server broke the protocol; 77 access denied; 78 error in the configuration.
            """,
        version: "longwave \(Version.current)",
        subcommands: [
            ScreenCommand.self, PlayCommand.self, PickCommand.self, ServeCommand.self, CtlCommand.self,
            ListCommand.self, FindCommand.self, AddCommand.self,
            RemoveCommand.self, MarkCommand.self, PlaylistsCommand.self, ArtworkCommand.self, DevicesCommand.self,
            DemoCommand.self, RecordCommand.self, ScheduleCommand.self, ConvertCommand.self, WaveformCommand.self,
            ProbeCommand.self, CheckCommand.self,
            InspectCommand.self, LogCommand.self, SongsCommand.self, RulesCommand.self, ScrobbleCommand.self,
            ImportCommand.self, ExportCommand.self, ConfigCommand.self,
        ],
        defaultSubcommand: ScreenCommand.self
    )

    /// Runs the command that the arguments name. An error ends the program with a message and an exit code.
    package static func main() {
        // If the signal is ignored, writing to a closed pipe fails with an error. The signal's default action would end
        // the program without closing the connection to the sound server.
        signal(SIGPIPE, SIG_IGN)
        // If the signal is ignored, writing to a file that has reached its size limit (ulimit -f) fails with EFBIG.
        // This error is handled like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        holdStandardDescriptors()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let command = OptionSuggestion.command(CommandLine.arguments.dropFirst(), in: self)
            let message =
                (exitCode(for: error).isSuccess
                    ? nil : OptionSuggestion.play(CommandLine.arguments.dropFirst(), in: self))
                ?? OptionSuggestion.improved(fullMessage(for: error), help: helpMessage(for: command))
            guard let message else { exit(withError: error) }
            StandardError.write(message + "\n")
            Glibc.exit(exitCode(for: error).rawValue)
        }
    }

    /// Opens /dev/null in place of stdin, stdout and stderr if the caller closed them. Otherwise the next opened file
    /// would get the number of such a descriptor.
    private static func holdStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}

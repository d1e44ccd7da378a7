import ArgumentParser
import Longwave
import RadioJSON

struct CtlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl", abstract: "Controls the shared player, and prints its status.",
        discussion: """
            "longwave serve" starts the shared player. \(Documents.path("JSON.md")) describes the protocol for \
            programs.
            """,
        subcommands: [
            CtlStatus.self, CtlPlay.self, CtlPause.self, CtlToggle.self, CtlStop.self, CtlNext.self, CtlPrevious.self,
            CtlVolume.self, CtlMute.self, CtlSeek.self, CtlRate.self, CtlEqualiser.self, CtlKeep.self, CtlLike.self,
            CtlRecord.self, CtlProgramme.self, CtlQueue.self, CtlShuffle.self, CtlRepeat.self, CtlDevice.self,
            CtlAnnounce.self, CtlInterrupt.self, CtlSleep.self, CtlSnooze.self, CtlWatch.self, CtlEvents.self,
            CtlQuit.self,
        ],
        defaultSubcommand: CtlStatus.self)
}

/// A subcommand of `longwave ctl` that sends one request to the shared player.
protocol ControlSubcommand: Command {
    var format: FormatOptions { get }
    var action: ControlAction { get }
}

extension ControlSubcommand {
    var settings: PrintSettings { format.settings }
    func perform(_ output: ReportOutput) throws(CommandFailure) { try action.perform(output) }
}

/// The argument of subcommands that switch a state on or off, such as the muting. Without the argument, most of these
/// subcommands switch to the opposite state.
enum Switch: String, CaseIterable, ExpressibleByArgument {
    case on, off

    static let help = ArgumentHelp("on or off. (default: the opposite of the current state)")

    var value: JSONNode { .bool(self == .on) }
}

struct CtlStatus: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Prints the status of the shared player.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("status", output: .status) }
}

struct CtlPlay: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Plays a station, an address or a file, or resumes.",
        discussion: "Accepts the same words as \"longwave play\".")

    @Argument(
        help: ArgumentHelp("Station, address or file to play.", valueName: "station|url|file"),
        completion: StationCompletion.playable)
    var words: [String] = []
    @OptionGroup(title: "Queue") var queue: SharedQueueOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws { try queue.check(words) }
    var action: ControlAction { queue.action(words) }
}

/// The options of `longwave ctl play` for the queue of the shared player.
struct SharedQueueOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Plays the stations that match a query.", valueName: "query"))
    var query: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Plays a playlist; \"longwave playlists\" lists them.", valueName: "name"),
        completion: PlaylistCompletion.all)
    var playlist: String?

    @Flag(inversion: .prefixedNo, help: "Plays in random order, or in the queue's order. (default: no change)")
    var shuffle: Bool?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Repeats nothing, one item, or the whole queue. (default: no change)", valueName: "none|one|all"))
    var `repeat`: PlaybackQueue.RepeatMode?

    func check(_ words: [String]) throws {
        guard [words.isEmpty ? nil : "", query, playlist].compactMap(\.self).count < 2 else {
            throw ValidationError("A name, --query and --playlist cannot be combined.")
        }
    }

    func action(_ words: [String]) -> ControlAction {
        .play(words, query: query, playlist: playlist, isShuffled: shuffle, repeatMode: `repeat`)
    }
}

struct CtlProgramme: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "programme", abstract: "Plays a programme of the settings, or prints which source plays.")

    @Argument(help: "Programme to play.") var name: String?
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction {
        name.map(ControlAction.play(programme:)) ?? ControlAction("status", output: .programme)
    }
}

struct CtlPause: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pauses; \"longwave ctl play\" resumes.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("pause") }
}

struct CtlToggle: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Pauses or resumes.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("toggle") }
}

struct CtlStop: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stops, and closes the connection to the station.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("stop") }
}

struct CtlQuit: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "quit", abstract: "Ends the shared player; its next start has the same queue.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("quit") }
}

struct CtlNext: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Plays the next item of the queue.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("next") }
}

struct CtlPrevious: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "previous", abstract: "Plays the previous item of the queue.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("previous") }
}

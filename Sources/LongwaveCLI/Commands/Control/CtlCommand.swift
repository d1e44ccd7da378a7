import ArgumentParser
import Longwave
import RadioConsole

struct CtlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl", abstract: "Tell the shared player what to do, and ask what it does.",
        discussion: """
            The shared player is started by "longwave serve". Without a subcommand: what it does. \
            \(Documents.path("CONTROL.md")) has the protocol for programs.
            """,
        subcommands: [
            CtlStatus.self, CtlPlay.self, CtlPause.self, CtlToggle.self, CtlStop.self, CtlNext.self, CtlPrevious.self,
            CtlVolume.self, CtlMute.self, CtlSeek.self, CtlRate.self, CtlKeep.self, CtlLike.self, CtlRecord.self,
            CtlQueue.self, CtlShuffle.self, CtlRepeat.self, CtlInterrupt.self, CtlSleep.self, CtlWatch.self,
            CtlEvents.self,
        ],
        defaultSubcommand: CtlStatus.self)
}

/// One wish to the shared player.
protocol ControlSubcommand: ParsableCommand {
    var format: FormatOptions { get }
    var action: ControlAction { get throws }
}

extension ControlSubcommand {
    func run() throws { try end(with: action.run()) }
    var settings: PrintSettings { format.settings }
}

/// What can be on or off; without it the other.
enum Switch: String, CaseIterable, ExpressibleByArgument {
    case on, off

    var value: ControlAction.Value { .flag(self == .on) }
}

struct CtlStatus: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "What it does.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("status", output: .status, settings: settings) }
}

struct CtlPlay: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play a station, an address or a file; without one go on.",
        discussion: "Takes what longwave play takes.")

    @Argument(
        help: ArgumentHelp("What to play.", valueName: "station|url|file"),
        completion: StationCompletion.playable)
    var words: [String] = []
    @OptionGroup(title: "Queue") var queue: SharedQueueOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws { try queue.check(words) }
    var action: ControlAction { queue.action(words, settings) }
}

/// What is played one after another by the shared player, and how.
struct SharedQueueOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Play the stations that this describes.", valueName: "query"))
    var query: String?

    @Option(
        name: .long, help: ArgumentHelp("Play a playlist: longwave playlists has them.", valueName: "name"),
        completion: PlaylistCompletion.all)
    var playlist: String?

    @Flag(inversion: .prefixedNo, help: "In an order of chance.")
    var shuffle: Bool?

    @Option(name: .long, help: ArgumentHelp("What follows the last one.", valueName: "none|one|all"))
    var `repeat`: PlaybackQueue.RepeatMode?

    func check(_ words: [String]) throws {
        guard [words.isEmpty ? nil : "", query, playlist].compactMap(\.self).count < 2 else {
            throw ValidationError("Only one of a name, --query and --playlist says what is played.")
        }
    }

    func action(_ words: [String], _ settings: PrintSettings) -> ControlAction {
        .play(
            words, query: query, playlist: playlist, isShuffled: shuffle, repeatMode: `repeat`, settings)
    }
}

struct CtlPause: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Silence; ctl play goes on.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("pause", settings: settings) }
}

struct CtlToggle: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Pause what plays, or go on: for a key.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("toggle", settings: settings) }
}

struct CtlStop: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Silence, and no connection any more.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("stop", settings: settings) }
}

struct CtlNext: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "next", abstract: "The next one of the queue.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("next", settings: settings) }
}

struct CtlPrevious: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "previous", abstract: "The one before.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("previous", settings: settings) }
}

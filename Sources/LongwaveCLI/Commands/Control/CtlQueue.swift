import ArgumentParser
import Longwave
import RadioConsole

struct CtlQueue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "What is played one after another. Places are counted from 1.",
        subcommands: [
            CtlQueueList.self, CtlQueueAdd.self, CtlQueuePlay.self, CtlQueueRemove.self, CtlQueueMove.self,
            CtlQueueClear.self,
        ],
        defaultSubcommand: CtlQueueList.self)
}

/// A place in the queue, as people count.
struct Place: ExpressibleByArgument {
    let index: Int

    init?(argument: String) {
        guard let number = Int(argument), number > 0 else { return nil }
        index = number - 1
    }

    var value: ControlAction.Value { .number(Double(index)) }
}

struct CtlQueueList: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "All of it.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("queue.list", output: .queue, settings: settings) }
}

struct CtlQueueAdd: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Put something at its end.")
    @Argument(
        help: ArgumentHelp("What to play.", valueName: "station|url|file"),
        completion: StationCompletion.playable)
    var words: [String]
    @Flag(name: .long, help: "Behind what plays instead.") var next = false
    @OptionGroup(title: "Printing") var format: FormatOptions

    var action: ControlAction {
        let what = ControlAction.absolute(words.joined(separator: " "))
        return ControlAction("queue.add", ["what": .text(what), "next": .flag(next)], settings: settings)
    }
}

struct CtlQueuePlay: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "play", abstract: "Play the one at a place.")
    @Argument var place: Place
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("queue.play", ["at": place.value], settings: settings) }
}

struct CtlQueueRemove: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Take the one at a place out.")
    @Argument var place: Place
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("queue.remove", ["at": place.value], settings: settings) }
}

struct CtlQueueMove: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "move", abstract: "Give one another place.")
    @Argument var from: Place
    @Argument var to: Place
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction {
        ControlAction("queue.move", ["from": from.value, "to": to.value], settings: settings)
    }
}

struct CtlQueueClear: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Empty it. What plays goes on to its end.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("queue.clear", settings: settings) }
}

struct CtlShuffle: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "shuffle", abstract: "Play the queue in an order of chance or not; without a word the other.")
    @Argument var state: Switch?
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("shuffle", ["on": state?.value], settings: settings) }
}

struct CtlRepeat: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "repeat", abstract: "What follows the last one.")
    @Argument(help: "none, one or all.") var mode: PlaybackQueue.RepeatMode
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("repeat", ["mode": .text(mode.rawValue)], settings: settings) }
}

import ArgumentParser
import Longwave
import RadioJSON

struct CtlQueue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "Lists and changes the queue.",
        discussion: "Places in the queue are numbered from 1.",
        subcommands: [
            CtlQueueList.self, CtlQueueAdd.self, CtlQueuePlay.self, CtlQueueRemove.self, CtlQueueMove.self,
            CtlQueueClear.self,
        ],
        defaultSubcommand: CtlQueueList.self)
}

/// The position of an entry in the queue, as a command-line argument. The argument counts from 1, `index` from 0.
struct Place: ExpressibleByArgument {
    let index: Int

    init?(argument: String) {
        guard let number = Int(argument), number > 0 else { return nil }
        index = number - 1
    }

    var value: JSONNode { .number(Double(index)) }
}

struct CtlQueueList: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the queue.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("queue.list", output: .queue) }
}

struct CtlQueueAdd: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a station, an address or a file to the end of the queue.")
    @Argument(
        help: ArgumentHelp("Station, address or file to add.", valueName: "station|url|file"),
        completion: StationCompletion.playable)
    var words: [String]
    @Flag(name: .long, help: "Adds it after the current item instead.") var next = false
    @OptionGroup(title: "Printing") var format: FormatOptions

    var action: ControlAction {
        let what = ControlAction.absolute(words.joined(separator: " "))
        return ControlAction("queue.add", ["what": .string(what), "next": .bool(next)])
    }
}

struct CtlQueuePlay: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "play", abstract: "Plays the item at a place.")
    @Argument(help: "Place of the item in the queue.") var place: Place
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("queue.play", ["at": place.value]) }
}

struct CtlQueueRemove: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Removes the item at a place.")
    @Argument(help: "Place of the item in the queue.") var place: Place
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("queue.remove", ["at": place.value]) }
}

struct CtlQueueMove: ControlSubcommand {
    static let configuration = CommandConfiguration(commandName: "move", abstract: "Moves an item to another place.")
    @Argument(help: "Current place of the item.") var from: Place
    @Argument(help: "New place of the item.") var to: Place
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("queue.move", ["from": from.value, "to": to.value]) }
}

struct CtlQueueClear: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Empties the queue; the current item plays to its end.")
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("queue.clear") }
}

struct CtlShuffle: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "shuffle", abstract: "Switches random order on or off.")
    @Argument(help: Switch.help) var state: Switch?
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("shuffle", ["on": state?.value]) }
}

struct CtlRepeat: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "repeat", abstract: "Repeats nothing, one item, or the whole queue.")
    @Argument(help: "none, one or all.") var mode: PlaybackQueue.RepeatMode
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("repeat", ["mode": .string(mode.rawValue)]) }
}

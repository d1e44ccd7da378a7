import ArgumentParser
import RadioConsole

// How loud, how fast, and where in what plays.

struct CtlVolume: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Set the volume, or change it; without a number print it.",
        discussion: "70 or 70% sets it, +5 and -5 change it.")

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("0 to 100, or a change.", valueName: "[±]percent"))
    var change: [String] = []
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if change.count > 1 || !change.isEmpty && percent == nil {
            throw ValidationError("The volume goes from 0 to 100, or changes by +5 or -5.")
        }
    }

    private var percent: (value: Double, isChange: Bool)? {
        guard let text = change.first else { return nil }
        let isChange = text.hasPrefix("+") || text.hasPrefix("-")
        guard let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text),
            (isChange ? -100...100 : 0...100).contains(number)
        else { return nil }
        return (number / 100, isChange)
    }

    var action: ControlAction {
        guard let percent else { return ControlAction("status", output: .volume, settings: settings) }
        let value = ControlAction.Value.number(percent.value)
        return ControlAction(
            "volume", ["to": percent.isChange ? nil : value, "by": percent.isChange ? value : nil], settings: settings)
    }
}

struct CtlMute: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Mute it or not; without a word the other.")
    @Argument var state: Switch?
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("mute", ["on": state?.value], settings: settings) }
}

struct CtlSeek: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "seek", abstract: "Go back or forward in what is kept, or in a file.",
        discussion: """
            -30 and +1:30 go back and forward, 1:02:30 goes to that time of a file, live to the newest sound, title to the \
            beginning of the title that is heard, title-1 and title+1 to the one before and after.
            """)

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Where to.", valueName: "[±]time|live|title[±n]"))
    var place: [String]
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if place.count != 1 || parameter == nil {
            throw ValidationError("seek wants one place: -30, +1:30, 1:02:30, live, title, title-1.")
        }
    }

    private var parameter: (name: String, value: ControlAction.Value)? {
        guard let text = place.first else { return nil }
        if text == "live" { return ("live", .flag(true)) }
        if text.hasPrefix("title") {
            let offset = text.dropFirst("title".count)
            return offset.isEmpty ? ("title", .number(0)) : Double(offset).map { ("title", .number($0.rounded())) }
        }
        let sign: Double? = text.hasPrefix("+") ? 1 : text.hasPrefix("-") ? -1 : nil
        guard let place = TimePosition(argument: sign == nil ? text : String(text.dropFirst())) else { return nil }
        return (sign == nil ? "to" : "by", .number(place.time.seconds * (sign ?? 1)))
    }

    var action: ControlAction {
        let parameter = parameter
        func value(_ name: String) -> ControlAction.Value? { parameter?.name == name ? parameter?.value : nil }
        return ControlAction(
            "seek", ["to": value("to"), "by": value("by"), "title": value("title"), "live": value("live")],
            settings: settings)
    }
}

struct CtlRate: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Play faster or slower at the same pitch.")
    @Argument(help: "0.5 to 3; 1 is as it was made.") var factor: Double
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws { if !(0.5...3).contains(factor) { throw ValidationError("The rate goes from 0.5 to 3.") } }
    var action: ControlAction { ControlAction("rate", ["to": .number(factor)], settings: settings) }
}

struct CtlKeep: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "keep", abstract: "Keep the title that is heard as a file, from its beginning to its end.")

    @Option(name: .long, help: ArgumentHelp("What was heard last, so much of it, instead.", valueName: "span"))
    var last: TimeSpan?
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction {
        ControlAction("keep", ["last": last.map { .number($0.duration / .seconds(1)) }], settings: settings)
    }
}

struct CtlLike: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "like", abstract: "Mark the title that is heard as liked, or take that back.",
        discussion: "longwave songs --liked lists what you like.")
    @Argument(help: "On unless told.") var state: Switch = .on
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("like", ["on": state.value], settings: settings) }
}

struct CtlRecord: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Record what plays, or end that; without a word the other.")
    @Argument var state: Switch?
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("record", ["on": state?.value], settings: settings) }
}

struct CtlInterrupt: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "interrupt", abstract: "Silence for as long as something else needs it: a telephone, a door bell.")

    enum Edge: String, CaseIterable, ExpressibleByArgument {
        case begin, end
    }

    @Argument var edge: Edge
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("interrupt", ["on": .flag(edge == .begin)], settings: settings) }
}

struct CtlSleep: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep", abstract: "End the sound after a while, with a fade; off takes that back.")
    @Argument(help: ArgumentHelp("30m, 1h, or off.", valueName: "span|off")) var after: String
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if after != "off", span.map({ $0.duration > .seconds(86_400) }) ?? true {
            throw ValidationError("sleep wants a span up to a day, like 30m, or off.")
        }
    }

    private var span: TimeSpan? { TimeSpan(argument: after) }

    var action: ControlAction {
        ControlAction("sleep", ["after": span.map { .number($0.duration / .seconds(1)) }], settings: settings)
    }
}

struct CtlWatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "A line that says what it does, until it ends: for a terminal or a status bar.",
        discussion: "A template has names in braces: \(WatchAction.names.joined(separator: ", ")).")

    @Option(name: .customLong("format"), help: ArgumentHelp("'{artist}: {title}'", valueName: "template"))
    var template: String?

    func run() throws {
        let settings = PrintSettings(format: nil, isQuiet: false, isVerbose: false)
        try end(with: WatchAction(.line(template: template), settings: settings).run())
    }
}

struct CtlEvents: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "What it does now, and every change from then on, as lines of JSON.")

    func run() throws {
        let settings = PrintSettings(format: .json, isQuiet: false, isVerbose: false)
        try end(with: WatchAction(.events, settings: settings).run())
    }
}

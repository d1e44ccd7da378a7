import ArgumentParser
import Longwave
import RadioJSON
import RadioLoop

// Subcommands of `longwave ctl` for the sound: the volume, the position, the speed, recordings, the device and
// notifications.

struct CtlVolume: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Sets, changes or prints the volume.",
        discussion: "70 and 70% set the volume. +5 and -5 change it. Without a value the command prints the volume.")

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Volume from 0 to 100 percent, or a change.", valueName: "[+-]percent"))
    var change: [String] = []
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if change.count > 1 || !change.isEmpty && percent == nil {
            throw ValidationError("The volume must be from 0 to 100, or a change such as +5 or -5.")
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
        guard let percent else { return ControlAction("status", output: .volume) }
        let value = JSONNode.number(percent.value)
        return ControlAction(
            "volume", ["to": percent.isChange ? nil : value, "by": percent.isChange ? value : nil])
    }
}

struct CtlMute: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Mutes or unmutes.")
    @Argument(help: Switch.help) var state: Switch?
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("mute", ["on": state?.value]) }
}

struct CtlSeek: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "seek", abstract: "Goes back or forward in a file, or in the kept sound of a station.",
        discussion: """
            -30 goes back 30 seconds, and +1:30 goes forward 90 seconds. 1:02:30 goes to that time of a file. live \
            goes to the live edge. title goes to the beginning of the current title, title-1 and title+1 to the \
            previous and next title.
            """)

    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("Position to go to.", valueName: "[+-]time|live|title[+-n]"))
    var place: [String]
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if place.count != 1 || parameter == nil {
            throw ValidationError("seek needs one position: -30, +1:30, 1:02:30, live, title or title-1.")
        }
    }

    private var parameter: (name: String, value: JSONNode)? {
        guard let text = place.first else { return nil }
        if text == "live" { return ("live", .bool(true)) }
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
        func value(_ name: String) -> JSONNode? { parameter?.name == name ? parameter?.value : nil }
        return ControlAction(
            "seek", ["to": value("to"), "by": value("by"), "title": value("title"), "live": value("live")])
    }
}

struct CtlRate: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Plays slower or faster at the same pitch.")
    @Argument(help: "Factor from 0.5 to 3; 1 is the normal speed.") var factor: Double
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if !(0.5...3).contains(factor) { throw ValidationError("The rate must be from 0.5 to 3.") }
    }
    var action: ControlAction { ControlAction("rate", ["to": .number(factor)]) }
}

struct CtlEqualiser: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "equaliser", abstract: "Sets or prints the equaliser.")
    @Argument(
        help: ArgumentHelp("Gains such as bass=+3,1k=-2, the name of a preset, or off.", valueName: "gains|name|off"))
    var equaliser: String?
    @OptionGroup(title: "Printing") var format: FormatOptions

    var action: ControlAction {
        guard let equaliser else { return ControlAction("status", output: .equaliser) }
        return ControlAction("equaliser", ["to": .string(equaliser)])
    }
}

struct CtlKeep: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "keep", abstract: "Keeps the current title as a file, from its beginning to its end.")

    @Option(
        name: .long, help: ArgumentHelp("Keeps the last sound of this length instead, such as 5m.", valueName: "span"))
    var last: TimeSpan?
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("keep", ["last": last.map { .seconds($0.duration) }]) }
}

struct CtlLike: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "like", abstract: "Marks the current title as liked, or removes the mark.",
        discussion: "\"longwave songs --liked\" lists the liked titles.")
    @Argument(help: "on or off.") var state: Switch = .on
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("like", ["on": state.value]) }
}

struct CtlRecord: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Starts or stops a recording.")
    @Argument(help: Switch.help) var state: Switch?
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("record", ["on": state?.value]) }
}

struct CtlDevice: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "Moves the sound to another device.",
        discussion: "\"longwave devices\" lists the devices. At the next start, the setting \"device\" applies again.")
    @Argument(
        help: "A device's name, or a pattern of its name or description, such as '*Headphones*'.",
        completion: DeviceCompletion.devices)
    var name: String
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("device", ["name": .string(name)]) }
}

struct CtlAnnounce: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "announce", abstract: "Plays a file or address over what plays.",
        discussion: "What plays is softer meanwhile. Several announcements are heard one after another.")
    @Argument(
        parsing: .remaining, help: ArgumentHelp("A sound file, or its address.", valueName: "file|address"),
        completion: .file())
    var what: [String]
    @Option(name: .long, help: ArgumentHelp("By how much what plays is softer. (default: 14)", valueName: "dB"))
    var duck: Double?
    @Option(
        name: .long, help: ArgumentHelp("Plays at this time, such as 12:00 or \"Sun 12:00\".", valueName: "time"))
    var at: LocalTime?
    @OptionGroup(title: "Printing") var format: FormatOptions

    private var date: MediaTime? {
        let now = WallClock.milliseconds
        return at?.next(after: now, .system).map { MediaTime(value: now, timescale: 1000) + MediaTime($0) }
    }

    func validate() throws {
        if what.isEmpty { throw ValidationError("announce needs a file or an address.") }
        if at != nil, date == nil { throw ValidationError("The time of --at is in the past.") }
        if let duck, !(0...60).contains(duck) { throw ValidationError("--duck must be from 0 to 60.") }
    }

    var action: ControlAction {
        let what = ControlAction.absolute(what.joined(separator: " "))
        return ControlAction(
            "announce",
            [
                "what": .string(what), "duck": duck.map { .number($0) },
                "at": date.map { .string(WallClock.rfc3339(milliseconds: Int64($0.seconds * 1000))) },
            ])
    }
}

struct CtlInterrupt: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "interrupt", abstract: "Silences the player during an interruption, such as a phone call.")

    /// The argument that says whether an interruption of the sound, such as a phone call, begins or ends.
    enum Edge: String, CaseIterable, ExpressibleByArgument {
        case begin, end
    }

    @Argument(help: "begin or end.") var edge: Edge
    @OptionGroup(title: "Printing") var format: FormatOptions
    var action: ControlAction { ControlAction("interrupt", ["on": .bool(edge == .begin)]) }
}

struct CtlSleep: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep", abstract: "Sets the sleep timer, which fades out and stops.")
    @Argument(help: ArgumentHelp("Time such as 30m or 1h, or off.", valueName: "span|off")) var after: String
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if after != "off", span.map({ $0.duration > .seconds(86_400) }) ?? true {
            throw ValidationError("sleep needs a time such as 30m, at most a day, or off.")
        }
    }

    private var span: TimeSpan? { TimeSpan(argument: after) }

    var action: ControlAction { ControlAction("sleep", ["after": span.map { .seconds($0.duration) }]) }
}

struct CtlSnooze: ControlSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze", abstract: "Silences the alarm, which rings again later.",
        discussion: "\"longwave ctl stop\" ends the alarm.")
    @Argument(help: ArgumentHelp("Time such as 5m. (default: that of the alarm)", valueName: "span"))
    var after: TimeSpan?
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if after.map({ !(.seconds(1)...(.seconds(86_400))).contains($0.duration) }) == true {
            throw ValidationError("snooze needs a time from one second to a day.")
        }
    }
    var action: ControlAction { ControlAction("snooze", ["for": after.map { .seconds($0.duration) }]) }
}

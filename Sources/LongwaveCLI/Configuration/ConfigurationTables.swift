import Longwave
import LongwaveDesktop

// The keys of those tables that may occur several times in the settings file, such as `[[hooks]]`.

extension ConfigurationType where Value == [SongLinkTemplate] {
    /// The values of one `[[links]]` table. While the table is read, required values may still be missing.
    struct Link: Sendable {
        var name: String?
        var url: String?
    }

    static let linkKeys: [ConfigurationKey<Link>] = [
        .init("name", \.name, .text, usual: .needed(example: #""Qobuz""#), takes: .atOnce, "The name of the site."),
        .init(
            "url", \.url,
            .words("an http or https address", text: { $0 }, of: { StationLibrary.isRemote($0) ? $0 : nil }),
            usual: .needed(example: #""https://www.qobuz.com/search?q={artist}+{title}""#), takes: .atOnce,
            "The address of the site's search, with {artist}, {title} and {album}."),
    ]

    static let links = tables(
        "a list of tables", maximum: 20, of: linkKeys, into: Link(),
        make: { link in link.name.flatMap { name in link.url.map { SongLinkTemplate(name: name, url: $0) } } },
        part: { Link(name: $0.name, url: $0.url) })
}

extension ConfigurationType where Value == [EqualiserPreset] {
    /// The values of one `[[equalisers]]` table. While the table is read, required values may still be missing.
    struct Preset: Sendable {
        var name: String?
        var gains: Equaliser?
        var stations: [String]?
    }

    static let presetKeys: [ConfigurationKey<Preset>] = [
        .init("name", \.name, .text, usual: .needed(example: #""night""#), takes: .atOnce, "The name of the preset."),
        .init(
            "gains", \.gains, .words(#"gains like "bass=+3,1k=-2""#, text: \.text, of: { Equaliser($0) }),
            usual: .needed(example: #""bass=-6,treble=-3""#), takes: .atOnce, "The gains in dB."),
        .init(
            "stations", \.stations, .texts, usual: .value("[]"), takes: .nextStation,
            "The ids or names of stations that play with this preset."),
    ]

    static let equalisers = tables(
        "a list of tables", maximum: 100, of: presetKeys, into: Preset(),
        make: { preset in
            preset.name.flatMap { name in
                preset.gains.map { EqualiserPreset(name: name, equaliser: $0, stations: preset.stations ?? []) }
            }
        },
        part: { Preset(name: $0.name, gains: $0.equaliser, stations: $0.stations.isEmpty ? nil : $0.stations) })
}

extension ConfigurationType where Value == [Hook] {
    /// The values of one `[[hooks]]` table. While the table is read, required values may still be missing.
    struct Draft: Sendable {
        var event: PlaybackNotification.Kind?
        var command: [String]?
        var timeout: TimeSpan?
    }

    static let hookKeys: [ConfigurationKey<Draft>] = [
        .init(
            "event", \.event,
            .words(
                "an event of play --json (JSON.md)", text: \.rawValue,
                of: { text in Hook.events.first { $0.rawValue == text } }),
            usual: .needed(example: #""nowPlayingDidChange""#), takes: .atOnce, "The event that runs the program."),
        .init(
            "command", \.command, command, usual: .needed(example: #"["notify-send", "Longwave", "a new title"]"#),
            takes: .atOnce,
            "The program to run, without a shell."),
        .init(
            "timeout", \.timeout,
            .init("a span like \"10s\" or \"2m\", at most an hour", text: { TomlText.quoted($0.text) }) {
                $0.spelling.flatMap { TimeSpan(argument: $0) }.flatMap { $0.duration <= .seconds(3600) ? $0 : nil }
            },
            usual: .value(#""10s""#), takes: .atOnce, "Ends the program after this time."),
    ]

    private static let command = ConfigurationType<[String]>(
        "a list of strings: a program's name or path (/ or ~/), and its arguments",
        text: { "[" + $0.map(TomlText.quoted).joined(separator: ", ") + "]" }
    ) { node in
        guard let list = node.list else { return nil }
        var words = list.compactMap(\.text)
        guard words.count == list.count, (1...256).contains(words.count), let program = words.first, !program.isEmpty
        else { return nil }
        if program.contains("/") {
            guard let path = ConfigurationType<String>.absolutePath(program) else { return nil }
            words[0] = path
        }
        return words
    }

    static let hooks = tables(
        "a list of tables", maximum: Hook.maximumCount, of: hookKeys, into: Draft(),
        make: { draft in
            draft.event.flatMap { event in
                draft.command.map { command in
                    Hook(event: event, command: command, timeout: draft.timeout?.duration ?? Hook.usualTimeout)
                }
            }
        },
        part: { hook in
            Draft(
                event: hook.event, command: hook.command,
                timeout: TimeSpan(argument: TomlText.number(hook.timeout / .seconds(1))))
        })
}

extension ConfigurationType where Value == [Programme] {
    /// The values of one `[[programme]]` table. While the table is read, required values may still be missing.
    struct Table: Sendable {
        var name: String?
        var sources: [String]?
        var silence: TimeSpan?
        var deadAir: TimeSpan?
        var returnAfter: TimeSpan?
        var isWarm: Bool?
    }

    static let programmeKeys: [ConfigurationKey<Table>] = [
        .init("name", \.name, .text, usual: .needed(example: #""shop""#), takes: .atOnce, "The programme's name."),
        .init(
            "sources", \.sources,
            .init(
                "a list of at most \(Programme.maximumSources) strings",
                text: { "[" + $0.map(TomlText.quoted).joined(separator: ", ") + "]" }
            ) { node in
                let texts = (node.list ?? [node]).compactMap { source in
                    source.text.flatMap { $0.hasPrefix("~/") ? ConfigurationType<String>.absolutePath($0) : $0 }
                }
                let isValid = texts.count == (node.list ?? [node]).count && !texts.contains("")
                return isValid && (1...Programme.maximumSources).contains(texts.count) ? texts : nil
            }, usual: .needed(example: #"["fip", "playlist:calm", "~/Music/Last resort"]"#), takes: .atOnce,
            "Stations, addresses, playlists, files and folders, the preferred one first."),
        .init(
            "no-sound", \.silence, .span, usual: .value(#""5s""#), takes: .atOnce,
            "Moves on after this time without sound."),
        .init(
            "dead-air", \.deadAir, .span,
            usual: .words("15s of digital silence, 30s below -60 dBFS", example: #""20s""#), takes: .atOnce,
            "Moves on after this time of silence."),
        .init(
            "return-after", \.returnAfter, .span, usual: .value(#""60s""#), takes: .atOnce,
            "Goes back to a preferred source that has been well for this time."),
        .init(
            "warm", \.isWarm, .flag, usual: .value("false"), takes: .atOnce, "Always receives the next source, too."),
    ]

    static let programmes = tables(
        "a list of tables", maximum: 50, of: programmeKeys, into: Table(),
        make: { table in
            guard let name = table.name, let sources = table.sources else { return nil }
            var programme = Programme(name: name, sources: sources)
            if let silence = table.silence { programme.patience = silence.duration }
            programme.deadAir = table.deadAir?.duration
            if let returnAfter = table.returnAfter { programme.returnAfter = returnAfter.duration }
            programme.isWarm = table.isWarm ?? false
            return programme
        },
        part: { programme in
            func span(_ duration: Duration) -> TimeSpan? { TimeSpan(argument: TomlText.number(duration / .seconds(1))) }
            return Table(
                name: programme.name, sources: programme.sources, silence: span(programme.patience),
                deadAir: programme.deadAir.flatMap(span), returnAfter: span(programme.returnAfter),
                isWarm: programme.isWarm)
        })
}

import Longwave
import LongwaveDesktop
import RadioWeb

/// A section of the settings file, with its keys. The list of all sections defines which keys the file may contain, and
/// what docs/CONFIGURATION.md says about them.
struct ConfigurationSection: Sendable {
    /// The section's name; empty for keys before the first section.
    let name: String
    /// What the section's settings are about, in one line for people.
    let meaning: String
    let keys: [ConfigurationKey<Configuration>]

    /// The title of the section in a document.
    var title: String { name.isEmpty ? "Lists of tables" : "[\(name)]" }

    private init(_ name: String, _ meaning: String, _ keys: [ConfigurationKey<Configuration>]) {
        self.name = name
        self.meaning = meaning
        self.keys = keys
    }

    static let all: [ConfigurationSection] = [
        .init(
            "play", "The private player: longwave play and longwave pick.",
            front(
                \.play.policy, \.play.giveUpAfter, \.play.timeshift, \.play.warm,
                kept: "30m; none if policy is kiosk", .listener)
        ),
        .init(
            "serve", "The shared player: longwave serve.",
            front(
                \.serve.policy, \.serve.giveUpAfter, \.serve.timeshift, \.serve.warm,
                kept: "none; 30m if policy is listener",
                .kiosk
            )),
        .init(
            "sound", "The sound output.",
            [
                .init(
                    "device", \.sound.devices, .texts,
                    usual: .words("the default device", example: #"["*Headphones*", "alsa_output.*"]"#),
                    takes: .atOnce,
                    "Output devices: names, or patterns of a name or description. The first that exists is used."),
                .init(
                    "on-device-removal", \.sound.onDeviceRemoval, .choice,
                    usual: .words("pause; follow if policy is kiosk", example: #""wait""#), takes: .nextStation,
                    "If the output device is removed: pause, follow (play on the default device) or wait for it."
                ),
                .init(
                    "on-device-return", \.sound.onDeviceReturn, .choice, usual: .value(#""play""#), takes: .nextStation,
                    "If the removed output device is back: play, or pause until you play again."),
                .init(
                    "volume", \.sound.volume, .number(0...100),
                    usual: .words("the volume of the last run", example: "40"),
                    "The volume at the start, in percent."),
                .init(
                    "rate-for", \.sound.rateFor, .choice, usual: .value(#""speech""#), takes: .atOnce,
                    "Changes the speed in a way that suits speech or music. Music needs librubberband2."),
                .init(
                    "crossfade", \.sound.crossfade, .number(0...12), usual: .value("0"), takes: .atOnce,
                    "Fades in at the start, and from one station to the next, in this many seconds."),
                .init(
                    "station-volume", \.sound.keepsVolumes, .flag, usual: .value("false"),
                    "Plays each station at the volume at which you heard it last."),
                .init(
                    "loudness", \.sound.loudness, .loudness, usual: .words("off", example: "-16"), takes: .atOnce,
                    "Plays all stations and files equally loud (EBU R 128), in LUFS."),
                .init(
                    "equaliser", \.sound.equaliser, .text, usual: .words("off", example: #""bass=+3,1k=-2""#),
                    takes: .atOnce, "Gains in dB of bass, treble and octaves from 31 to 16k, or a preset's name."),
            ]),
        .init(
            "variants", "Which variant of an HLS station (HTTP Live Streaming) is received, also by longwave record.",
            [
                .init(
                    "quality", \.variants.quality, .choice, usual: .value(#""auto""#), takes: .nextStation,
                    "The bit rate: high, medium or low; auto adapts to the network."),
                .init(
                    "language", \.variants.languages, .texts, usual: .value("[]"), takes: .nextStation,
                    "The languages that you prefer, the best first."),
                .init(
                    "low-latency", \.variants.isLowLatency, .flag, usual: .value("false"), takes: .nextStation,
                    "Plays closer to the live edge if the station supports Low-Latency HLS."),
            ]),
        .init(
            "stations", "Lists of stations, for all commands.",
            [
                .init(
                    "library", \.library, .sources,
                    usual: .words("your own list and stations.json", example: #"["~/radio/my.m3u"]"#), takes: .atOnce,
                    variable: "LONGWAVE_LIBRARY",
                    "Your station lists: files, folders or addresses, the most important first.")
            ]),
        .init(
            "recording", "Recordings.",
            [
                .init(
                    "recordings", \.recording.recordings, .path,
                    usual: .words("Longwave in your music folder", example: #""~/Music/Radio""#), takes: .atOnce,
                    "The folder for recordings that the shared player or the keys k, K and R make."),
                .init(
                    "keep-last", \.recording.keepLast, .span, usual: .value(#""5m""#), takes: .atOnce,
                    "The length of the sound that the key K keeps."),
                .init(
                    "folder", \.recording.folder, .path,
                    usual: .words("the current folder", example: #""~/Music/Radio""#),
                    "The folder for longwave record."),
                .init(
                    "pattern", \.recording.pattern,
                    .words(
                        "a name with {station}, {artist}, {title}, {date}, {time} or {number}", text: { $0 },
                        of: { RecordingSettings.isPattern($0) ? $0 : nil }),
                    usual: .words(
                        "{station} {date} {time}; {artist} - {title} with --split",
                        example: #""{station}/{artist} - {title}""#),
                    "The pattern of file names for longwave record."),
                .init(
                    "keep-free", \.recording.keepFree,
                    .words(#"a size like "500M" or "2G""#, text: \.text, of: { ByteCount(argument: $0) }),
                    usual: .words("no limit", example: #""1G""#),
                    "Ends longwave record when the disk has less free space than this."),
            ]),
        .init(
            "history", "The history of what you hear.",
            [
                .init(
                    "history", \.history.isKept, .flag, usual: .value("true"),
                    "Keeps a history of titles, and counts plays of stations."),
                .init(
                    "database", \.history.database, .path,
                    usual: .value(#""~/.local/share/longwave/titles.sqlite""#),
                    "The title database; log and songs use it, too."),
                .init(
                    "keep", \.history.retention, .retention, usual: .words("two years", example: #""90d""#),
                    "Keeps the history for this long, or up to this size."),
                .init(
                    "scrobble", \.history.scrobbles, .flag, usual: .value("true"),
                    "Reports the songs that you hear to your accounts (LISTENER.md)."),
            ]),
        .init(
            "log", "The title log: longwave log.",
            [
                .init(
                    "keep", \.log.retention, .retention, usual: .value(#""all""#),
                    "Keeps titles and rotated files for this long, or up to this size."),
                .init(
                    "source", \.log.source, .choice, usual: .value(#""stream""#),
                    "Where titles come from; auto uses the server's status page once it agrees with the stream."),
                .init(
                    "max-rate", \.log.maximumRate, .number(0.001...100_000), usual: .value("300"),
                    "Connects to at most this many stations per second."),
            ]),
        .init(
            "http", "The page for the phone, and the API (REMOTE.md).",
            [
                .init(
                    "listen", \.http.listen,
                    .words(
                        "an address and a port like \"127.0.0.1:8980\"", text: \.description,
                        of: { HTTPAddress(argument: $0) }),
                    usual: .words("none", example: #""*:8980""#), "Where longwave serve listens; * for all addresses."),
                .init(
                    "token-file", \.http.tokenFile, .path,
                    usual: .value(#""~/.local/state/longwave/http-token""#),
                    "The file with the token; made if it is missing."),
                .init(
                    "hosts", \.http.hosts, .texts, usual: .words("this computer's names", example: #"["radio.lan"]"#),
                    "Further names under which browsers reach the server, such as a proxy's."),
            ]),
        .init(
            "mpd", "Clients of MPD (REMOTE.md).",
            [
                .init(
                    "listen", \.mpd.listen,
                    .words(
                        "an address and a port like \"127.0.0.1:6600\"", text: \.description,
                        of: { MPDAddress(argument: $0) }),
                    usual: .words("none", example: #""*:6600""#), "Where longwave serve listens; * for all addresses."),
                .init(
                    "password", \.mpd.password, .secret, usual: .words("none", example: #""a long word""#),
                    "Needed beyond this computer."),
            ]),
        .init(
            "mqtt", "Reports to an MQTT server (REMOTE.md).",
            [
                .init(
                    "server", \.mqtt.server,
                    .words(
                        "a server like \"mqtts://broker.lan:8883\"", text: { $0 },
                        of: { MQTTOptions(server: $0) == nil ? nil : $0 }),
                    usual: .words("none", example: #""mqtt://broker.lan""#), "With mqtts://, TLS."),
                .init("user", \.mqtt.user, .text, usual: .words("none", example: #""radio""#), "The user."),
                .init(
                    "password", \.mqtt.password, .secret, usual: .words("none", example: #""a long word""#),
                    "The user's password."),
                .init(
                    "topic", \.mqtt.topic,
                    .words("a topic without + and #", text: { $0 }, of: { MQTTOptions.isTopic($0) ? $0 : nil }),
                    usual: .words("longwave and this computer's name", example: #""kitchen/radio""#),
                    "The beginning of all topics."),
            ]),
        .init(
            "titles", "Rules for titles.",
            [
                .init(
                    "rules", \.rules, .path, usual: .value(#""~/.config/longwave/rules.json""#),
                    "The file of rules (TITLES.md).")
            ]),
        .init(
            "directory", "The directory of stations.",
            [
                .init(
                    "directory", \.directory,
                    .words(
                        #"an http or https address, or "none""#, text: \.text, of: { DirectoryChoice(argument: $0) }),
                    usual: .words("radio-browser's servers", example: #""none""#), variable: DirectoryAddress.variable,
                    #"The server's address, without /json; "none" switches the directory off."#)
            ]),
        .init(
            "desktop", "The desktop.",
            [
                .init(
                    "notify", \.notifies, .flag, usual: .value("false"), takes: .atOnce,
                    "Shows a notification for each title that you hear.")
            ]),
        .init(
            "terminal", "The terminal.",
            [
                .init(
                    "artwork", \.artwork, .choice, usual: .value(#""auto""#),
                    "How the terminal shows artwork; auto chooses what the terminal supports.")
            ]),
        .init(
            "screen", "The full-screen player (LISTENER.md).",
            [
                .init(
                    "mouse", \.screen.hasMouse, .flag, usual: .value("true"),
                    "Uses the mouse: a click selects, a second click plays, the wheel scrolls."),
                .init(
                    "title", \.screen.hasTitle, .flag, usual: .value("true"),
                    "Shows the station and the title in the terminal's window title."),
            ]),
        .init("keys", "The keys of longwave play and of the screen.", keys),
        .init(
            "colours", "The screen's colours (of the terminal's palette, by name or number) and attributes.",
            colours),
        .init(
            "", "Lists of tables. Each [[links]], [[hooks]], [[equalisers]] or [[programme]] adds one.",
            [
                .init(
                    "equalisers", \.equalisers, .equalisers, usual: .value("[]"), takes: .atOnce,
                    "Presets of the equaliser."),
                .init(
                    "links", \.links, .links,
                    usual: .words("MusicBrainz, Bandcamp, Discogs and YouTube", example: "[]"),
                    takes: .atOnce,
                    "Sites where you can find or buy songs, shown by songs --links, play --json and ctl."),
                .init(
                    "hooks", \.hooks, .hooks, usual: .value("[]"), takes: .atOnce,
                    "Programs that a player runs on events (OPERATOR.md)."),
                .init(
                    "programme", \.programmes, .programmes, usual: .value("[]"), takes: .atOnce,
                    "Lists of sources for play --programme; one of them always sounds (OPERATOR.md)."),
            ]),
    ]

    /// Returns the keys that both the section of the private player and the section of the shared player have.
    private static func front(
        _ policy: WritableKeyPath<Configuration, PolicyName?> & Sendable,
        _ giveUpAfter: WritableKeyPath<Configuration, TimeSpan?> & Sendable,
        _ timeshift: WritableKeyPath<Configuration, KeptSpan?> & Sendable,
        _ warm: WritableKeyPath<Configuration, Int?> & Sendable, kept: String, _ usual: PolicyName
    ) -> [ConfigurationKey<Configuration>] {
        [
            .init(
                "policy", policy, .choice, usual: .value("\"\(usual.rawValue)\""), takes: .nextStation,
                "listener gives up after five minutes without sound; kiosk never does."),
            .init(
                "give-up-after", giveUpAfter, .span,
                usual: .words("5m; never if policy is kiosk", example: #""10m""#),
                takes: .nextStation, "Gives up after this time without sound."),
            .init(
                "timeshift", timeshift, .keptSpan, usual: .words(kept, example: #""2h""#), takes: .nextStation,
                "Keeps this much sound of a live station, so that you can go back."),
            .init(
                "warm", warm, .count(0...5), usual: .value("0"),
                "Also receives this many previous and next stations, to switch without delay."),
        ]
    }
}

extension ConfigurationType where Value == LoudnessChoice {
    fileprivate static let loudness = ConfigurationType(
        #"a number from -30 to -8, or "off""#, text: { $0.target == nil ? TomlText.quoted($0.text) : $0.text }
    ) { $0.spelling.flatMap { LoudnessChoice(argument: $0) } }
}

extension ConfigurationType where Value == TitleRetention {
    fileprivate static let retention = ConfigurationType.words(
        #"an age like "90d", a size like "10G", both as in "90d,10G", or "all""#, text: \.text,
        of: { TitleRetention($0) })
}

import Longwave
import RadioService

/// The table of all keys: it reads the file, shows what holds, and is the example and the document (docs/CONFIGURATION.md).
struct ConfigurationSection: Sendable {
    /// Empty: the keys stand before the first section.
    let name: String
    /// One line for people.
    let meaning: String
    let keys: [ConfigurationKey<Configuration>]

    /// The title of its part of a document.
    var title: String { name.isEmpty ? "Lists of tables" : "[\(name)]" }

    private init(_ name: String, _ meaning: String, _ keys: [ConfigurationKey<Configuration>]) {
        self.name = name
        self.meaning = meaning
        self.keys = keys
    }

    static let all: [ConfigurationSection] = [
        .init(
            "play", "The private player: longwave play, and pick.",
            front(
                \.play.policy, \.play.giveUpAfter, \.play.timeshift, \.play.warm,
                kept: "30m; none with the policy kiosk", .listener)
        ),
        .init(
            "serve", "The shared player: longwave serve.",
            front(
                \.serve.policy, \.serve.giveUpAfter, \.serve.timeshift, \.serve.warm,
                kept: "none; 30m with the policy listener",
                .kiosk
            )),
        .init(
            "sound", "Where sound goes, and how.",
            [
                .init(
                    "device", \.sound.devices, .texts,
                    usual: .words("the sound server's default", example: #"["*Headphones*", "alsa_output.*"]"#),
                    takes: .atOnce,
                    "Names of devices, or patterns of their names or descriptions: the first that exists is used."),
                .init(
                    "on-device-removal", \.sound.onDeviceRemoval, .choice,
                    usual: .words("pause; follow with the policy kiosk", example: #""wait""#), takes: .nextStation,
                    "When the device goes away: pause, follow to the default device, or wait for the same one."),
                .init(
                    "volume", \.sound.volume, .number(0...100), usual: .words("as loud as last time", example: "40"),
                    "How loud each start is; a volume that is set meanwhile stays as it is."),
                .init(
                    "rate-for", \.sound.rateFor, .choice, usual: .value(#""speech""#), takes: .atOnce,
                    "What is played faster or slower: music needs librubberband2 and more of the processor."),
            ]),
        .init(
            "variants", "Stations that come in segments (HTTP Live Streaming); also for record.",
            [
                .init(
                    "quality", \.variants.quality, .choice, usual: .value(#""auto""#), takes: .nextStation,
                    "Which bit rate: the highest, the middle, the lowest, or what the network brings."),
                .init(
                    "language", \.variants.languages, .texts, usual: .value("[]"), takes: .nextStation,
                    "The languages that you want, the best first."),
                .init(
                    "low-latency", \.variants.isLowLatency, .flag, usual: .value("false"), takes: .nextStation,
                    "Closer to the live edge, where a station offers it."),
            ]),
        .init(
            "stations", "Lists of stations, for all commands.",
            [
                .init(
                    "library", \.library, .sources,
                    usual: .words("stations.json at the usual places", example: #"["~/radio/my.m3u"]"#), takes: .atOnce,
                    variable: "LONGWAVE_LIBRARY", "Files, folders and addresses, the most important first.")
            ]),
        .init(
            "recording", "Recordings.",
            [
                .init(
                    "recordings", \.recording.recordings, .path,
                    usual: .words("Longwave in your folder for music", example: #""~/Music/Radio""#), takes: .atOnce,
                    "Where the keys k, K and R of play write, and the shared player."),
                .init(
                    "keep-last", \.recording.keepLast, .span, usual: .value(#""5m""#), takes: .atOnce,
                    "What the key K keeps."),
                .init(
                    "folder", \.recording.folder, .path,
                    usual: .words("the folder in which it is called", example: #""~/Music/Radio""#),
                    "Where longwave record writes."),
                .init(
                    "pattern", \.recording.pattern,
                    .words(
                        "a name with {station}, {artist}, {title}, {date}, {time} or {number} in it", text: { $0 },
                        of: { RecordingSettings.isPattern($0) ? $0 : nil }),
                    usual: .words("what fits the recording", example: #""{station}/{artist} - {title}""#),
                    "How longwave record names files."),
                .init(
                    "keep-free", \.recording.keepFree,
                    .words(#"a size like "500M" or "2G""#, text: \.text, of: { ByteCount(argument: $0) }),
                    usual: .words("nothing", example: #""1G""#), "longwave record ends where less is free on the disk."),
            ]),
        .init(
            "history", "What is written down of what was heard.",
            [
                .init(
                    "history", \.history.isKept, .flag, usual: .value("true"), "Whether titles and stations are."),
                .init(
                    "database", \.history.database, .path,
                    usual: .value(#""~/.local/share/longwave/titles.sqlite""#),
                    "The file of titles, also of log and songs."),
                .init(
                    "keep", \.history.retention, .retention, usual: .words("two years", example: #""90d""#),
                    "How long, or how much of it, what was heard is kept."),
                .init(
                    "scrobble", \.history.scrobbles, .flag, usual: .value("true"),
                    "Whether the accounts of longwave scrobble are told what is heard (SCROBBLING.md)."),
            ]),
        .init(
            "log", "longwave log.",
            [
                .init(
                    "keep", \.log.retention, .retention, usual: .value(#""all""#),
                    "How long, or how much of it, is kept of titles and files put aside."),
                .init(
                    "source", \.log.source, .choice, usual: .value(#""stream""#),
                    "Where titles are read: beside the sound, on the status page, or there once it agrees."),
                .init(
                    "max-rate", \.log.maximumRate, .number(0.001...100_000), usual: .value("300"),
                    "Stations that are asked in a second, at most."),
            ]),
        .init(
            "titles", "How titles are read.",
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
                    "The server that is told and asked, before /json; none is left alone.")
            ]),
        .init(
            "desktop", "The desktop.",
            [
                .init(
                    "notify", \.notifies, .flag, usual: .value("false"), takes: .atOnce,
                    "Shows a notification for each title that is heard.")
            ]),
        .init(
            "terminal", "What is shown on a terminal.",
            [
                .init(
                    "artwork", \.artwork, .choice, usual: .value(#""auto""#),
                    "How artwork is shown; auto does what the terminal understands.")
            ]),
        .init(
            "screen", "The player on the whole terminal (SCREEN.md).",
            [
                .init(
                    "mouse", \.screen.hasMouse, .flag, usual: .value("true"),
                    "Whether a click and the wheel move and play; else they are the terminal's."),
                .init(
                    "title", \.screen.hasTitle, .flag, usual: .value("true"),
                    "Whether the window is called after what plays."),
            ]),
        .init("keys", "Keys of play and of the screen.", keys),
        .init(
            "colours", "How the screen looks: colours of the terminal's palette, by name or number, and attributes.",
            colours),
        .init(
            "", "Each is a list of tables: every [[links]] or [[hooks]] begins another one.",
            [
                .init(
                    "links", \.links, .links,
                    usual: .words("MusicBrainz, Bandcamp, Discogs and YouTube", example: "[]"),
                    takes: .atOnce, "Where songs can be found or bought: songs --links, play --json, ctl."),
                .init(
                    "hooks", \.hooks, .hooks, usual: .value("[]"), takes: .atOnce,
                    "Programs that are run when something happens (HOOKS.md)."),
            ]),
    ]

    /// What both players have.
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
                "give-up-after", giveUpAfter, .span, usual: .words("as the policy says", example: #""10m""#),
                takes: .nextStation, "Gives up after so long without sound, whatever the policy."),
            .init(
                "timeshift", timeshift, .keptSpan, usual: .words(kept, example: #""2h""#), takes: .nextStation,
                "Sound of a live station that is kept to go back to."),
            .init(
                "warm", warm, .count(0...5), usual: .value("0"),
                "Receives so many stations before and behind it, too: switching to one sounds at once."),
        ]
    }
}

extension ConfigurationType where Value == TitleRetention {
    fileprivate static let retention = ConfigurationType.words(
        #"an age like "90d", a size like "10G", both with a comma between, or "all""#, text: \.text,
        of: { TitleRetention($0) })
}

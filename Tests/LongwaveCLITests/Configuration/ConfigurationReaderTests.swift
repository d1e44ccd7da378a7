import Glibc
import LongwaveDesktop
import LongwaveTerminal
import TestSupport
import Testing

@testable import LongwaveCLI

@Suite struct ConfigurationReaderTests {
    private static func read(_ text: String) -> Result<Configuration, ConfigurationReader.Refusal> {
        do throws(ConfigurationReader.Refusal) { return .success(try ConfigurationReader.read(Array(text.utf8))) } catch
        {
            return .failure(error)
        }
    }

    private static func problems(_ text: String) -> [String] {
        if case .failure(let refusal) = read(text) { return refusal.problems.map { $0.sentence(in: "c") } }
        return []
    }

    /// A key belongs to one action. A usual key that another action gets is reported.
    @Test func keysOfTwoActions() throws {
        let text = "[keys]\nlike = [\"k\"]\nnext = \"x\"\nprevious = [\"page-up\", \"x\"]\n"
        #expect(Self.problems(text) == [#"c:4: the key "x" already belongs to next"#])
        let read = try Self.read("[keys]\nlike = [\"k\", \"k\"]\n").get()
        #expect(read.keys.remarks == ["keep-title loses its usual key k (now like)"])
        #expect(try Self.read("[keys]\nlike = \"k\"\nkeep-title = \"*\"\n").get().keys.remarks == [])
    }

    @Test func values() throws {
        let text = """
            links = [{ name = "A", url = "https://a.test/{artist}" }]
            [play]
            policy = "kiosk"
            timeshift = "none"
            [serve]
            give-up-after = 90
            timeshift = "2h"
            [sound]
            device = "one"
            volume = 12.5
            on-device-removal = "wait"
            rate-for = "music"
            station-volume = true
            loudness = -16
            equaliser = "night"
            [variants]
            quality = "low"
            language = ["de", "en-GB"]
            low-latency = true
            [stations]
            library = ["/a.m3u", "https://x.test/list.pls"]
            [recording]
            keep-last = "10m"
            keep-free = "2G"
            pattern = "{station}"
            [history]
            history = false
            keep = "90d,10G"
            scrobble = false
            [log]
            source = "auto"
            max-rate = 5
            [directory]
            directory = "none"
            [desktop]
            notify = true
            [terminal]
            artwork = "none"
            [[equalisers]]
            name = "night"
            gains = "bass=-6"
            stations = "fip"
            [[hooks]]
            event = "didStall"
            command = ["true", ""]
            [[hooks]]
            event = "recordingDidChange"
            command = ["/bin/echo", "a b"]
            timeout = "1m"
            [[programme]]
            name = "shop"
            sources = ["fip", "/music"]
            dead-air = 20
            return-after = "2m"
            warm = true
            """
        let read = try Self.read(text).get()
        #expect(read.play.policy == .kiosk && read.play.timeshift?.duration == .zero)
        #expect(read.serve.giveUpAfter?.duration == .seconds(90) && read.serve.timeshift?.duration == .seconds(7200))
        #expect(read.sound.devices == ["one"] && read.sound.volume == 12.5 && read.sound.onDeviceRemoval == .wait)
        #expect(read.sound.keepsVolumes == true && read.sound.loudness == .target(-16))
        let night = EqualiserPreset(name: "night", equaliser: try #require(Equaliser("bass=-6")), stations: ["fip"])
        #expect(read.sound.equaliser == "night" && read.equalisers == [night])
        #expect(read.variants.settings.quality == .low && read.variants.settings.languages == ["de", "en-GB"])
        #expect(read.library == ["/a.m3u", "https://x.test/list.pls"])
        #expect(read.recording.keepLast?.duration == .seconds(600) && read.recording.keepFree?.bytes == 2 << 30)
        #expect(
            read.history.scrobbles == false && read.history.isKept == false
                && read.history.retention == TitleRetention("90d,10G"))
        #expect(read.log.source == .auto && read.log.maximumRate == 5)
        #expect(
            read.directory == DirectoryChoice.none && read.notifies == true
                && read.artwork == ArtworkDisplay.Choice.none)
        #expect(read.links == [SongLinkTemplate(name: "A", url: "https://a.test/{artist}")])
        #expect(
            read.hooks == [
                Hook(event: .didStall, command: ["true", ""]),
                Hook(event: .recordingDidChange, command: ["/bin/echo", "a b"], timeout: .seconds(60)),
            ])
    }

    @Test func programmes() throws {
        let text = """
            programme = [
                { name = "a", sources = "fip" },
                { name = "b", sources = ["x", "/y"], no-sound = 3, dead-air = "20s", return-after = "2m", warm = true },
            ]
            """
        let read = try #require(try Self.read(text).get().programmes)
        var full = Programme(name: "b", sources: ["x", "/y"])
        (full.patience, full.deadAir, full.returnAfter, full.isWarm) = (.seconds(3), .seconds(20), .seconds(120), true)
        #expect(read == [Programme(name: "a", sources: ["fip"]), full])
    }

    /// A configuration that is written and read again is the same.
    @Test(arguments: [
        "[play]\ngive-up-after = 0.1\ntimeshift = \"1.0000001h\"",
        "[sound]\nvolume = 1e-7\ndevice = \"\\u001b\\n\\\"\\\\\"",
        "[recording]\nkeep-free = \"1025K\"\n[history]\nkeep = \"25h,1025K\"", "[play]\nwarm = 0x5",
        "[sound]\nloudness = \"off\"\nequaliser = \"a\"\n[[equalisers]]\nname = \"a\"\ngains = \"1k=1.5\"",
        "hooks = [{ event = \"didStall\", command = [\"x\"], timeout = 1.5 }]\nlinks = []",
        "programme = [{ name = \"a\", sources = [\"x\"], no-sound = 0.5, dead-air = 1 }]",
    ])
    func writtenAgain(_ text: String) throws {
        let read = try Self.read(text).get()
        #expect(read != Configuration())
        #expect(try Self.read(ConfigurationDocument.written(read)).get() == read)
    }

    static let wrong: [(String, String)] = [
        ("[sound]\nvolume = \"loud\"", #"c:2: "volume" must be a number from 0 to 100, not "loud""#),
        (
            "[sound]\nvolume = 1\nequaliser = \"loud\"",
            #"c:3: "equaliser" must be gains like "bass=+3,1k=-2", the name of a preset, or "off""#
        ),
        ("[sound]\nloudness = 3", #"c:2: "loudness" must be a number from -30 to -8, or "off", not 3"#),
        (
            "[[equalisers]]\nname = \"a\"\ngains = \"bass=99\"",
            #"c:3: "gains" must be gains like "bass=+3,1k=-2", not "bass=99""#
        ),
        ("[sound]\nvolume = 101", #"c:2: "volume" must be a number from 0 to 100, not 101"#),
        ("[play]\nwarm = 6", #"c:2: "warm" must be a whole number from 0 to 5, not 6"#),
        ("[play]\nwarm = 1.5", #"c:2: "warm" must be a whole number from 0 to 5, not 1.5"#),
        ("[titles]\nrules = \"/a\\u0000b\"", #"c:2: "rules" must be a path"#),
        ("[sound]\nvolume = nan", #"c:2: "volume" must be a number from 0 to 100, not nan"#),
        ("[sound]\n\nvolum = 1", #"c:3: unknown key "volum"; did you mean "volume"?"#),
        ("[sound]\nquite-another = 1", #"c:2: unknown key "quite-another""#),
        ("[play]\nvolume = 1", #"c:2: "volume" belongs to [sound]"#),
        ("policy = \"kiosk\"", #"c:1: "policy" belongs to [play] or [serve]"#),
        ("[sund]\nvolume = 1", #"c:1: unknown key "sund"; did you mean "sound"?"#),
        ("sound = 3", #"c:1: "sound" must be a section, [sound], not 3"#),
        ("[play]\npolicy = \"kioks\"", #"c:2: "policy" must be "listener" or "kiosk", not "kioks""#),
        (
            "[play]\ntimeshift = \"soon\"",
            #"c:2: "timeshift" must be a span like "90s", "30m" or "2h", or "none", not "soon""#
        ),
        ("[serve]\ngive-up-after = 0", #"c:2: "give-up-after" must be a span like "90s", "30m" or "2h", not 0"#),
        (
            "[sound]\ndevice = [\"a\", 1]",
            #"c:2: "device" must be a nonempty string, or a list of them, not a list"#
        ),
        ("[history]\nhistory = 1", #"c:2: "history" must be true or false, not 1"#),
        (
            "[titles]\nrules = \"rules.json\"",
            #"c:2: "rules" must be a path that begins with / or ~/, not "rules.json""#
        ),
        (
            "[directory]\ndirectory = \"ftp://x\"",
            #"c:2: "directory" must be an http or https address, or "none", not "ftp://x""#
        ),
        ("[sound]\nvolume = 1\nvolume = 2", "c:3: it is not valid TOML: "),
        ("[[links]]\nname = \"a\"", #"c:1: "url" is missing"#),
        (
            "[[links]]\nname = \"a\"\nurl = \"gopher://x\"",
            #"c:3: "url" must be an http or https address, not "gopher://x""#
        ),
        ("\n[[hooks]]", #"c:2: "event" and "command" are missing"#),
        ("[[programme]]\nname = \"a\"", #"c:1: "sources" is missing"#),
        ("[[programme]]\nname = \"a\"\nsources = []", #"c:3: "sources" must be a list of at most 16 strings"#),
        ("[[hooks]]\nevent = \"x\"", #"c:2: "event" must be an event of play --json (JSON.md), not "x""#),
        (
            "[[hooks]]\nevent = \"bufferDidChange\"",
            #"c:2: "event" must be an event of play --json (JSON.md), not "bufferDidChange""#
        ),
        ("[[hooks]]\ncommand = \"rm -rf /\"", #"c:2: "command" must be a list of strings"#),
        ("[[hooks]]\ncommand = []", #"c:2: "command" must be a list of strings"#),
        ("[[hooks]]\ncommand = [\"bin/x\"]", #"c:2: "command" must be a list of strings"#),
        ("[[hooks]]\ncommand = [\"x\", \"a\\u0000b\"]", #"c:2: "command" must be a list of strings"#),
        ("[[hooks]]\ntimeout = \"2h\"", #"c:2: "timeout" must be a span like "10s" or "2m", at most an hour"#),
        ("hooks = [1]", #"c:1: "hooks" must be a list of tables, not a list"#),
    ]

    @Test(arguments: wrong) func whatIsRefused(_ text: String, _ words: String) {
        let problems = Self.problems(text)
        #expect(problems.first?.hasPrefix(words) == true, "\(problems)")
    }

    /// All errors of a configuration file are reported, in the order of their lines, up to a maximum number.
    @Test func severalProblems() {
        #expect(
            Self.problems("[sound]\nvolume = 200\ndevice = 1\n[play]\npolicy = 2").map { $0.prefix(4) } == [
                "c:2:", "c:3:", "c:5:",
            ])
        let many = "[sound]\n" + (0..<100).map { "k\($0) = 1\n" }.joined()
        #expect(Self.problems(many).count == ConfigurationReader.maximumProblems)
        let hooks = String(
            repeating: "[[hooks]]\nevent = \"didStall\"\ncommand = [\"true\"]\n", count: Hook.maximumCount + 1)
        #expect(Self.problems(hooks) == ["c:97: at most 32 are allowed"])
    }

    @Test func thePathOfAHome() throws {
        let home = try #require(Environment.value("HOME"))
        #expect(try Self.read("[titles]\nrules = \"~/r.json\"").get().rules == home + "/r.json")
    }

    @Test func whoGoesFirst() throws {
        let inFile = try Self.read("[stations]\nlibrary = \"/f.m3u\"\n[sound]\nvolume = 10\n[play]\npolicy = \"kiosk\"")
            .get()
        var options = Configuration()
        options.sound.volume = 20
        let environment = Configuration { ["LONGWAVE_LIBRARY": "/e.m3u", "LONGWAVE_DIRECTORY": "none"][$0] }
        let made = options.inheriting(environment).inheriting(inFile)
        #expect(made.sound.volume == 20 && made.library == ["/e.m3u"] && made.play.policy == .kiosk)
        #expect(made.directory == DirectoryChoice.none)
        options.library = ["/o.m3u"]
        #expect(options.inheriting(environment).inheriting(inFile).library == ["/o.m3u"])
    }

    // MARK: Files

    private static func answer(_ path: String) -> String {
        switch ConfigurationFile(path: path).read() {
        case .missing: "missing"
        case .read: "read"
        case .refused(let problems): problems[0].words
        }
    }

    @Test func filesThatAreNone() throws {
        let folder = try TemporaryDirectory()
        #expect(Self.answer(folder.path + "/none.toml") == "missing")
        #expect(Self.answer(folder.path + "/none/none.toml") == "missing")
        #expect(Self.answer(folder.path) == "it is a folder")
        let pipe = folder.path + "/pipe"
        mkfifo(pipe, 0o600)
        #expect(Self.answer(pipe) == "it is not a file")
        #expect(Self.answer("/dev/zero") == "it is not a file")
        #expect(Self.answer(try folder.write("empty.toml", "")) == "read")
        let large = try folder.write("large.toml", [UInt8](repeating: 0x23, count: TomlReader.maximumSize + 1))
        #expect(Self.answer(large) == "it has more than 256 KiB")
        symlink("empty.toml", folder.path + "/link.toml")
        #expect(Self.answer(folder.path + "/link.toml") == "read")
    }
}

import Glibc
import LongwaveDesktop
import LongwaveTerminal
import RadioJSON
import RadioLoop

/// The command `longwave ctl`: sends one request to the shared player, and prints the shared player's response.
struct ControlAction {
    /// The value of a parameter of the request. docs/JSON.md lists the parameters of each method.
    enum Value: Hashable, Sendable {
        case text(String)
        case number(Double)
        case flag(Bool)
    }

    /// What the command prints of the shared player's response. With the format JSON, the whole response is printed.
    enum Output: Hashable, Sendable {
        case nothing, status, volume, queue
    }

    let method: String
    let parameters: [(name: String, value: Value)]
    let output: Output
    let settings: PrintSettings

    /// Creates a command that sends a request to the shared player.
    /// - Parameters:
    ///   - method: the name of the request's method, as in docs/JSON.md.
    ///   - parameters: the method's parameters. A parameter with a nil value is not sent.
    init(
        _ method: String, _ parameters: KeyValuePairs<String, Value?> = [:], output: Output = .nothing,
        settings: PrintSettings
    ) {
        self.method = method
        self.parameters = parameters.compactMap { name, value in value.map { (name, $0) } }
        self.output = output
        self.settings = settings
    }

    /// Returns the command that makes the shared player play what the words name.
    /// - Parameter words: a station, an address or a file. If there are no words, the shared player continues paused
    ///   sound, plays its queue, or plays the item that was heard last.
    static func play(
        _ words: [String], query: String?, playlist: String?, isShuffled: Bool?,
        repeatMode: PlaybackQueue.RepeatMode?, _ settings: PrintSettings
    ) -> ControlAction {
        let what = words.isEmpty ? nil : absolute(words.joined(separator: " "))
        return ControlAction(
            "play",
            [
                "what": what.map { .text($0) }, "query": query.map { .text($0) },
                "playlist": playlist.map { .text($0) },
                "shuffle": isShuffled.map { .flag($0) }, "repeat": repeatMode.map { .text($0.rawValue) },
            ], settings: settings)
    }

    /// If an argument names a file, returns the file's absolute path, because the shared player may run in another
    /// folder. Returns other arguments unchanged.
    static func absolute(_ what: String) -> String {
        let path: String
        switch ArgumentKind(what, isFile: LocalFile.exists) {
        case .file(let typed): path = typed
        case .url(let url):
            guard let named = FileURL.path(url) else { return what }
            path = named
        case .station: return what
        }
        guard !path.hasPrefix("/"), LocalFile.exists(path) else { return what }
        return FileURL.path(FileURL.of(path)) ?? path
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(ask) }

    /// Sends the request and prints the shared player's response. If a name fits several stations, asks the person
    /// which station is meant.
    private func ask(_ report: ReportOutput) throws(CommandFailure) {
        let client = try Self.client()
        var answer = Result { () throws(PlayerCommandError) in try self.answer(client, parameters) }
        // If the requested name fits several stations and a person can choose one of them, the request is sent again
        // with the chosen station.
        if case .failure(let error) = answer, error.code == Self.ambiguous, StationQuestion.canAsk(settings),
            let what = parameters.firstIndex(where: { $0.name == "what" }),
            case .text(let name) = parameters[what].value
        {
            var chosen = parameters
            chosen[what].value = .text(try StationQuestion(libraries: []).ask(name))
            answer = Result { () throws(PlayerCommandError) in try self.answer(client, chosen) }
        }
        let value: JSONValue
        do throws(PlayerCommandError) { value = try answer.get() } catch { throw CommandFailure(error) }
        guard !settings.isQuiet else { return }
        if settings.format == .json {
            OutputSink.writeAll(STDOUT_FILENO, value.node.text(isASCII: report.charset == .ascii) + "\n")
            return
        }
        switch output {
        case .nothing: break
        case .status, .volume:
            guard let state = PlayerStateReader(clock: .now(), now: .now).state(value) else {
                throw CommandFailure(code: .unavailable, sentence: "The shared player's answer is not a state.")
            }
            let words = PlayerWords(state)
            if output == .volume {
                OutputSink.writeAll(STDOUT_FILENO, words.wholeVolume + "\n")
            } else {
                report.list { format, _ in StatusPrinter(charset: report.charset).text(words, format) }
            }
        case .queue:
            report.list { QueuePrinter(charset: report.charset, width: $1).text(value, $0) }
        }
    }

    /// The kind of the error in the shared player's response to a name that fits several stations.
    private static let ambiguous = RadioError.ambiguous("", stations: [], numbers: []).code

    /// Sends the request and returns the shared player's result. If the result is the queue, it contains entries only if
    /// they are printed.
    private func answer(
        _ client: ControlClient, _ parameters: [(name: String, value: Value)]
    ) throws(PlayerCommandError) -> JSONValue {
        guard ControlCommand.listsQueue(method) else { return try client.ask(method, members(parameters)) }
        let value = try client.ask(method, members(parameters + [("count", .number(0))]))
        return settings.format == .json || output == .queue ? try client.queue() : value
    }

    private func members(_ parameters: [(name: String, value: Value)]) -> [JSONNode.Member] {
        parameters.map { name, value in
            let node: JSONNode =
                switch value {
                case .text(let text): .string(text)
                case .number(let number): .number(number)
                case .flag(let isOn): .bool(isOn)
                }
            return JSONNode.Member(name: name, value: node)
        }
    }

    /// Connects to the shared player. If no shared player runs, throws a failure with hints.
    static func client() throws(CommandFailure) -> ControlClient {
        if let client = ControlClient(places: ControlSocket.places(environment: Environment.value)) { return client }
        throw CommandFailure(
            code: .unavailable, sentence: "The shared player is not running.",
            hints: [
                "\"longwave serve\" starts it in this terminal. \"longwave serve --install\" starts it at each login.",
                "\"longwave play\" plays without it.",
            ])
    }
}

extension CommandFailure {
    init(_ error: PlayerCommandError) {
        self.init(code: error.exitCode, sentence: error.sentence, hints: error.hints)
    }
}

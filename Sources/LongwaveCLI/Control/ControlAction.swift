import Glibc
import LongwaveDesktop
import LongwaveTerminal
import RadioJSON
import RadioLoop

/// The command `longwave ctl`: sends one request to the shared player, and prints the shared player's response.
struct ControlAction {
    /// What the command prints of the shared player's response. With the format JSON, the whole response is printed.
    enum Output: Hashable, Sendable {
        case nothing, status, volume, equaliser, queue, programme
    }

    let method: String
    let parameters: [JSONNode.Member]
    let output: Output

    /// Creates a command that sends a request to the shared player.
    /// - Parameters:
    ///   - method: the name of the request's method, as in docs/JSON.md.
    ///   - parameters: the method's parameters. A parameter with a nil value is not sent.
    init(_ method: String, _ parameters: KeyValuePairs<String, JSONNode?> = [:], output: Output = .nothing) {
        self.method = method
        self.parameters = parameters.compactMap { name, value in value.map { .init(name: name, value: $0) } }
        self.output = output
    }

    /// Returns the command that makes the shared player play what the words name.
    /// - Parameter words: a station, an address or a file. If there are no words, the shared player continues paused
    ///   sound, plays its queue, or plays the item that was heard last.
    static func play(
        _ words: [String], query: String?, playlist: String?, isShuffled: Bool?,
        repeatMode: PlaybackQueue.RepeatMode?
    ) -> ControlAction {
        let what = words.isEmpty ? nil : absolute(words.joined(separator: " "))
        return ControlAction(
            "play",
            [
                "what": what.map { .string($0) }, "query": query.map { .string($0) },
                "playlist": playlist.map { .string($0) }, "shuffle": isShuffled.map { .bool($0) },
                "repeat": repeatMode.map { .string($0.rawValue) },
            ])
    }

    static func play(programme: String) -> ControlAction { ControlAction("play", ["programme": .string(programme)]) }

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

    /// Sends the request and prints the shared player's response. If a name fits several stations, asks the person
    /// which station is meant.
    func perform(_ report: ReportOutput) throws(CommandFailure) {
        let client = try Self.client()
        var answer = Result { () throws(PlayerCommandError) in try self.answer(client, parameters, report.settings) }
        // If the requested name fits several stations and a person can choose one of them, the request is sent again
        // with the chosen station.
        if case .failure(let error) = answer, error.code == Self.ambiguous, StationQuestion.canAsk(report.settings),
            let what = parameters.firstIndex(where: { $0.name == "what" }),
            case .string(let name) = parameters[what].value
        {
            var chosen = parameters
            chosen[what].value = .string(try StationQuestion(libraries: []).ask(name))
            answer = Result { () throws(PlayerCommandError) in try self.answer(client, chosen, report.settings) }
        }
        let value: JSONValue
        do throws(PlayerCommandError) { value = try answer.get() } catch { throw CommandFailure(error) }
        guard !report.settings.isQuiet else { return }
        if report.settings.format == .json {
            OutputSink.writeAll(STDOUT_FILENO, value.node.text(isASCII: report.charset == .ascii) + "\n")
            return
        }
        switch output {
        case .nothing: break
        case .status, .volume, .equaliser, .programme:
            guard let state = PlayerStateReader(clock: .now(), now: .now).state(value) else {
                throw CommandFailure(code: .unavailable, sentence: "The shared player's answer is not a state.")
            }
            let words = PlayerWords(state)
            switch output {
            case .volume: OutputSink.writeAll(STDOUT_FILENO, words.wholeVolume + "\n")
            case .equaliser: OutputSink.writeAll(STDOUT_FILENO, state.snapshot.equaliser.text + "\n")
            case .programme:
                guard let place = state.snapshot.programme else {
                    throw CommandFailure(code: .unavailable, sentence: "No programme plays.")
                }
                report.list { ProgrammePrinter(charset: report.charset, width: $1).text(place, $0) }
            default: report.list { format, _ in StatusPrinter(charset: report.charset).text(words, format) }
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
        _ client: ControlClient, _ parameters: [JSONNode.Member], _ settings: PrintSettings
    ) throws(PlayerCommandError) -> JSONValue {
        guard ControlCommand.listsQueue(method) else { return try client.ask(method, parameters) }
        let value = try client.ask(method, parameters + [.init(name: "count", value: .number(0))])
        return settings.format == .json || output == .queue ? try client.queue() : value
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

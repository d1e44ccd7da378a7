import Glibc
import Longwave
import RadioFormats
import RadioJSON
import RadioLoop

/// The page, the API, the stream and the metrics of a player, over HTTP. Used on the player's loop only.
final class HTTPFront {
    typealias Answer = (HTTPResponse) -> Void

    private let radio: Radio
    private let options: HTTPOptions
    private let gate: RemoteGate
    private let library: RemoteLibrary
    private let events: EventLog
    private let feed: SoundFeed
    private let metrics: PlayerMetrics
    private let disk: BlockingWorker
    private(set) var guarded: GuardedServer!
    private var artwork: ArtworkCache?

    init(
        _ radio: Radio, _ options: HTTPOptions, _ library: RemoteLibrary, _ manager: isolated PlaybackManager
    ) throws(ListenAddress.Failure) {
        (self.radio, self.options, self.library) = (radio, options, library)
        gate = RemoteGate(radio, library)
        events = EventLog(radio, manager)
        feed = SoundFeed()
        metrics = PlayerMetrics(manager)
        disk = BlockingWorker(loop: manager.loop)
        guarded = try GuardedServer(manager.loop, options, page: WebPage.template) {
            Health(manager.snapshot).word
        } _: { [weak self] request, answer in
            self?.route(request, manager, answer)
        }
    }

    /// Closes all connections.
    func close() {
        events.close()
        feed.end()
        guarded.server.stop()
    }

    // MARK: Routes

    private func route(_ request: HTTPRequest, _ manager: isolated PlaybackManager, _ answer: @escaping Answer) {
        if request.path == "/" { return page(request, manager, answer) }
        guard let (route, value) = Route.find(request.path) else {
            return answer(.error(404, "notFound", "There is nothing at this address."))
        }
        guard request.method == route.method || request.method == "HEAD" && route.method == "GET" else {
            var response = HTTPResponse.error(405, "wrongMethod", "This address needs \(route.method).")
            response.headers.append(("Allow", route.method))
            return answer(response)
        }
        switch route {
        case .state: answer(.json(state(manager)))
        case .commands: command(request, manager, answer)
        case .events: answer(follow(request))
        case .stations, .groups: stations(route, request, manager, answer)
        case .favourite: favourite(value, request, manager, answer)
        case .directory: directory(request, manager, answer)
        case .queue: answer(.json(StationAPI.queue(manager.queue, request.query)))
        case .history: history(request, manager, answer)
        case .schedule: schedule(answer)
        case .playlists:
            library.read(on: manager) { answer(.json(StationAPI.list("playlist", $1.map(StationJSON.json)))) }
        case .recordings, .recording: recordings(value, request, manager, answer)
        case .artwork: picture(request, manager, answer)
        case .openAPI: answer(.json(OpenAPI.document))
        case .stream: answer(stream(request, manager))
        case .metrics: answer(measure(manager))
        case .health: break
        }
    }

    private func state(_ manager: isolated PlaybackManager) -> JSONNode {
        JSONLine(clock: manager.loop.wallClock).value(radio.playerState(on: manager))
    }

    private func page(_ request: HTTPRequest, _ manager: isolated PlaybackManager, _ answer: @escaping Answer) {
        guard request.method == "GET" || request.method == "HEAD" else {
            return answer(.error(405, "wrongMethod", "This address needs GET."))
        }
        if let token = request.query["token"] {
            var response = HTTPResponse.redirect(to: "/")
            let cookie = "\(guarded.cookie)=\(token); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
            response.headers.append(("Set-Cookie", cookie))
            return answer(response)
        }
        library.read(on: manager) { [self] search, _ in
            var content = WebPage.Content(state: radio.playerState(on: manager))
            content.words = request.query["q"] ?? ""
            content.problem = request.query["problem"]
            var found = content.words.isEmpty ? search.numbers(.favourites) : []
            do throws(StationAPI.Wrong) {
                if found.isEmpty { found = search.numbers(try StationAPI.query(request.query)) }
            } catch { content.problem = error.sentence }
            let numbers = found.first?.numbers ?? []
            content.stations = numbers.prefix(100).map { search.library.item(at: $0 - 1) }
            content.stationCount = numbers.count
            answer(.page(200, WebPage.html(content)))
        }
    }

    private func command(_ request: HTTPRequest, _ manager: isolated PlaybackManager, _ answer: @escaping Answer) {
        let wanted: CommandRequest
        do throws(PlayerCommandError) { wanted = try CommandRequest(request) } catch {
            return answer(Self.refusal(error, request))
        }
        gate.perform(wanted.command, on: manager) { [self] result in
            switch result {
            case .failure(let error): answer(Self.refusal(error, request))
            case .success where wanted.back != nil: answer(.redirect(to: wanted.back ?? "/"))
            case .success(.liked(let isLiked)): answer(.json(.members(["liked": .bool(isLiked)])))
            case .success(.state): answer(.json(state(manager)))
            }
        }
    }

    /// Returns the answer to a command that is not carried out. A form leads back to its page, which shows the reason.
    private static func refusal(_ error: PlayerCommandError, _ request: HTTPRequest) -> HTTPResponse {
        if let form = request.form {
            let back = CommandRequest.back(Dictionary(form.map { ($0.name, $0.value) }) { _, last in last })
            let separator = back.contains("?") ? "&" : "?"
            return .redirect(to: "\(back)\(separator)problem=\(URLReference.percentEncoded(error.sentence))")
        }
        let statuses: [String: UInt32] = [
            "notJSON": 400, "wrongParameters": 400, "unknownMethod": 400, "refused": 403,
        ]
        return .error(statuses[error.code] ?? 409, error.code, error.sentence, hints: error.hints)
    }

    private func follow(_ request: HTTPRequest) -> HTTPResponse {
        guard let source = events.source(after: request.headers["last-event-id"] ?? request.query["last"]) else {
            return .error(503, "busy", "Too many clients follow the events.")
        }
        return HTTPResponse(200, type: "text/event-stream", .source(source))
    }

    // MARK: Stations

    private func stations(
        _ route: Route, _ request: HTTPRequest, _ manager: isolated PlaybackManager, _ answer: @escaping Answer
    ) {
        library.read(on: manager) { search, _ in
            do throws(StationAPI.Wrong) {
                answer(
                    .json(
                        route == .groups
                            ? try StationAPI.groups(request.query, in: search)
                            : try StationAPI.stations(request.query, in: search)))
            } catch { answer(.error(400, "wrongParameters", error.sentence)) }
        }
    }

    private func favourite(
        _ id: String, _ request: HTTPRequest, _ manager: isolated PlaybackManager, _ answer: @escaping Answer
    ) {
        let fields = Dictionary((request.form ?? []).map { ($0.name, $0.value) }) { _, last in last }
        let isOn = fields["on"].map { $0 == "true" }
        guard case .bool(let isFavourite) = isOn.map({ .bool($0) }) ?? (try? JSONReader.read(request.body))?["on"]
        else {
            return answer(.error(400, "wrongParameters", "on must be true or false."))
        }
        library.read(on: manager) { [self] search, _ in
            guard let place = search.library.stations.firstIndex(where: { $0.persistentID == id }) else {
                return answer(.error(404, "noStation", "The lists have no station with this id."))
            }
            let item = search.library.item(at: place)
            let (radio, library) = (radio, Unchecked(library))
            later(manager, answer, isForm: request.form == nil ? nil : CommandRequest.back(fields)) {
                () async throws(RadioError) in
                let changed = try await radio.update(item) { $0.isFavourite = isFavourite }
                library.value.lookAgain()
                return StationAPI.json(changed)
            }
        }
    }

    private func directory(_ request: HTTPRequest, _ manager: isolated PlaybackManager, _ answer: @escaping Answer) {
        let query = DirectoryQuery(
            words: request.query["q"] ?? "", limit: StationAPI.Window(request.query, usual: 50, most: 500).count)
        later(manager, answer) { [radio] () async throws(RadioError) in
            StationAPI.list("station", try await radio.find(query).stations.map(StationJSON.json))
        }
    }

    private func history(_ request: HTTPRequest, _ manager: isolated PlaybackManager, _ answer: @escaping Answer) {
        let query: SongQuery
        do throws(StationAPI.Wrong) { query = try StationAPI.history(request.query) } catch {
            return answer(.error(400, "wrongParameters", error.sentence))
        }
        later(manager, answer) { [radio] () async throws(RadioError) in
            var songs: [PlayedTrack] = []
            do throws(RadioError) { songs = try await radio.heardTitles(query) } catch {
                // Before the first title was heard, there is no file.
                guard case .listener(.inaccessible) = error else { throw error }
            }
            return StationAPI.list("song", songs.map { SongJSON.json($0, links: SongLinkTemplate.usual) })
        }
    }

    /// Answers with what `work` returns, which runs on the loop. An error of the radio becomes status 502.
    /// - Parameter isForm: the page to show in place of the answer; nil for the answer.
    private func later(
        _ manager: isolated PlaybackManager, _ answer: @escaping Answer, isForm page: String? = nil,
        _ work: @escaping @Sendable () async throws(RadioError) -> JSONNode
    ) {
        nonisolated(unsafe) let answer = answer  // Used on the loop only, where the task runs.
        Task(executorPreference: manager.loop) {
            do throws(RadioError) {
                let value = try await work()
                answer(page.map { .redirect(to: $0) } ?? .json(value))
            } catch { answer(.error(502, error.code, error.sentence, hints: error.hints)) }
        }
    }

    // MARK: Files

    private func schedule(_ answer: @escaping Answer) {
        let path = options.schedule
        onDisk(answer) {
            let schedule = (try? path.flatMap { ScheduleFile(path: $0).readIfPresent() }?.get()) ?? Schedule()
            let (now, zone) = (WallClock.milliseconds / 1000, LocalZone.system)
            let next = schedule.events(after: now, zone).prefix(10).map { $0.json(zone) }
            return .json(
                StationAPI.list("entries", schedule.entries.map(\.json), [.init(name: "next", value: .array(next))]))
        }
    }

    private func recordings(
        _ name: String, _ request: HTTPRequest, _ manager: isolated PlaybackManager, _ answer: @escaping Answer
    ) {
        guard let folder = radio.recordingsFolder(on: manager) else {
            return answer(.error(404, "noFolder", "There is no folder for recordings."))
        }
        onDisk(answer) {
            if name.isEmpty { return .json(RecordingFiles.list(folder)) }
            guard let file = RecordingFiles.open(name, in: folder), let type = RecordingFiles.type(of: name) else {
                return .error(404, "notFound", "There is no such recording.")
            }
            var response = RecordingFiles.response(file, type: type, range: request.headers["range"])
            if request.query["download"] == "true" {
                let encoded = URLReference.percentEncoded(name)
                response.headers.append(("Content-Disposition", "attachment; filename*=UTF-8''\(encoded)"))
            }
            return response
        }
    }

    private func onDisk(_ answer: @escaping Answer, _ work: @escaping @Sendable () -> HTTPResponse) {
        disk.run(orElse: Unchecked(HTTPResponse.error(503, "busy", BlockingWorker.refusal))) {
            Unchecked(work())
        } then: {
            answer($0.value)
        }
    }

    private func picture(_ request: HTTPRequest, _ manager: isolated PlaybackManager, _ answer: @escaping Answer) {
        guard let id = request.query["station"] else {
            let snapshot = manager.snapshot
            let home = snapshot.workingURL ?? snapshot.item?.urls.first ?? ""
            return picture(
                NowPlayingArtwork.candidates(snapshot), home: home, snapshot.item?.station, manager, answer)
        }
        library.read(on: manager) { [self] search, _ in
            let station = search.library.stations.first { $0.persistentID == id }
            picture((station?.artworkURL).map { [.station($0)] } ?? [], home: nil, station, manager, answer)
        }
    }

    private func picture(
        _ candidates: [ArtworkCandidate], home: String?, _ station: Station?, _ manager: isolated PlaybackManager,
        _ answer: @escaping Answer
    ) {
        artwork = artwork ?? ArtworkCache.usual(environment: Environment.folders, loop: manager.loop)
        guard let artwork, !candidates.isEmpty else { return answer(.error(404, "noPicture", "There is no picture.")) }
        artwork.find(candidates, home: home, station: station, wanted: 512) { [self] result in
            guard case .success(let found) = result else {
                return answer(.error(404, "noPicture", "There is no picture."))
            }
            onDisk(answer) {
                guard let bytes = try? found.data() else { return .error(404, "noPicture", "There is no picture.") }
                return HTTPResponse(200, type: found.kind.mediaType, .bytes(bytes))
            }
        }
    }

    // MARK: Sound and figures

    private func stream(_ request: HTTPRequest, _ manager: isolated PlaybackManager) -> HTTPResponse {
        guard feed.listenerCount < SoundFeed.maximumListeners else {
            return .error(503, "busy", "Too many clients listen.")
        }
        let wantsTitles = request.headers["icy-metadata"] == "1"
        return feed.response(wantsTitles: wantsTitles, manager) ?? .error(503, "nothingPlays", "Nothing plays.")
    }

    private func measure(_ manager: isolated PlaybackManager) -> HTTPResponse {
        var text = MetricsText()
        metrics.add(to: &text, manager.snapshot)
        text.addProcess(program: options.program)
        text.addServer(guarded.server)
        text.gauge("http_event_clients", "Clients that follow the events.", Double(events.clientCount))
        text.gauge("http_stream_listeners", "Clients that listen.", Double(feed.listenerCount))
        return text.response
    }
}

import Longwave
import RadioDirectory
import RadioFormats
import RadioLoop

/// Carries out the commands of MPD's clients on a radio. Used on the player's loop only.
final class MPDPlayer {
    typealias Reply = (Result<MPDAnswer, MPDError>) -> Void

    /// What the answer to a command depends on besides its arguments.
    struct Context {
        var command: MPDCommand
        var arguments: MPDArguments
        /// The tags that the client wants to see.
        var tags: Set<MPDTag>
    }

    let radio: Radio
    let library: MPDLibrary
    private let pictures: MPDPictures
    private let collection: MPDCollection
    private let began: MonotonicInstant
    private var log = MPDQueueLog()
    /// Whether the queue has not changed since ``log`` learned of it. A queue may have 100,000 entries.
    private var isQueueKnown = false

    init(
        _ radio: Radio, _ remote: RemoteLibrary, _ artwork: @escaping () -> ArtworkCache?,
        _ manager: isolated PlaybackManager
    ) {
        self.radio = radio
        library = MPDLibrary(radio, remote, manager)
        pictures = MPDPictures(artwork, library.worker)
        collection = MPDCollection(library)
        began = manager.loop.now
    }

    /// Forgets what only clients need.
    func release() {
        library.release()
        pictures.release()
    }

    /// The number of the queue's version.
    var version: Int { log.version }

    /// Notes that the queue may be another than ``log`` knows.
    func queueMayHaveChanged() { isQueueKnown = false }

    /// Takes over a change of the queue, or of what its current entry plays.
    func follow(_ manager: isolated PlaybackManager, isSongChanged: Bool = false) {
        guard !isQueueKnown || isSongChanged else { return }
        let queue = manager.queue
        log.update(queue.entries.map(\.id), changed: isSongChanged ? queue.index : nil)
        isQueueKnown = true
    }

    func perform(_ context: Context, _ manager: isolated PlaybackManager, _ reply: @escaping Reply) {
        do throws(MPDError) {
            follow(manager)
            let status = MPDStatus(snapshot: manager.snapshot, queue: manager.queue)
            let order = MPDOrder(snapshot: status.snapshot, queue: status.queue)
            if let commands = try order.commands(context.command, context.arguments) {
                return carryOut(commands, manager) { reply($0.map { .failure($0) } ?? .success(.empty)) }
            }
            if let answer = try facts(context, status) { return reply(.success(answer)) }
            if let answer = try queue(context, status) { return reply(.success(answer)) }
            try look(context, status, manager, reply)
        } catch { reply(.failure(error)) }
    }

    /// Carries out commands. A command that would change nothing is no error, as with the buttons of a desktop.
    private func carryOut(
        _ commands: [PlayerCommand], _ manager: isolated PlaybackManager, then: @escaping (MPDError?) -> Void
    ) {
        guard !commands.isEmpty else { return then(nil) }
        queueMayHaveChanged()
        var (failure, left): (MPDError?, Int) = (nil, commands.count)
        for command in commands {
            radio.perform(command, on: manager) { result in
                if case .failure(let error) = result, error.code != "noEffect" { failure = failure ?? MPDError(error) }
                left -= 1
                if left == 0 { then(failure) }
            }
        }
        queueMayHaveChanged()
    }

    // MARK: Facts

    private func facts(_ context: Context, _ status: MPDStatus) throws(MPDError) -> MPDAnswer? {
        switch context.command {
        case .status: return .text(status.text(version: log.version))
        case .currentsong:
            return .text(status.queue.isEmpty ? "" : status.song(status.queue.index).text(context.tags))
        case .getvol: return .text(MPDText.pair("volume", status.volume))
        case .outputs:
            let name = MPDText.line(status.snapshot.outputDevice ?? "Longwave")
            return .text(
                "outputid: 0\noutputname: \(name)\nplugin: longwave\n"
                    + MPDText.pair("outputenabled", status.snapshot.isMuted ? 0 : 1))
        case .urlhandlers: return .text("handler: http://\nhandler: https://\n")
        case .decoders:
            return .text("plugin: longwave\nsuffix: mp3\nsuffix: aac\nsuffix: ogg\nsuffix: opus\nsuffix: flac\n")
        case .replayGainStatus: return .text("replay_gain_mode: off\n")
        case .readcomments: return .empty
        // The lists are followed all the time.
        case .update, .rescan: return .text("updating_db: 1\n")
        default: return nil
        }
    }

    // MARK: Queue

    private func queue(_ context: Context, _ status: MPDStatus) throws(MPDError) -> MPDAnswer? {
        let (arguments, entries) = (context.arguments, status.queue.entries)
        func songs(_ places: [Int]) -> MPDAnswer { .list(places.count) { status.song(places[$0]).text(context.tags) } }
        switch context.command {
        case .playlist: return .list(entries.count) { "\($0):file: \(status.song($0).file)\n" }
        case .playlistinfo where arguments.count == 0 || arguments[0] == "-1", .playlistid where arguments.count == 0:
            return songs(Array(entries.indices))
        case .playlistinfo: return songs(Array(try arguments.range(0, of: entries.count)))
        case .playlistid:
            guard let place = status.queue.place(of: try arguments.id(0)) else { throw .noSong }
            return songs([place])
        case .plchanges, .plchangesposid:
            let since = try arguments.int(0, in: 0...Int(UInt32.max))
            var places = log.places(since: since)
            if arguments.count > 1 {
                let range = try arguments.range(1, of: entries.count, isLenient: true)
                places = places.filter(range.contains)
            }
            if context.command == .plchanges { return songs(places) }
            return .list(places.count) { [places] in
                MPDText.pair("cpos", places[$0]) + MPDText.pair("Id", entries[places[$0]].id)
            }
        case .playlistfind, .playlistsearch:
            let isLoose = context.command == .playlistsearch
            let filter = try MPDFilter(arguments.values[...], isLoose: isLoose)
            return .songs(filter.select(entries.indices.lazy.map(status.song)), context.tags)
        default: return nil
        }
    }

    // MARK: Stations

    private func look(
        _ context: Context, _ status: MPDStatus, _ manager: isolated PlaybackManager, _ reply: @escaping Reply
    ) throws(MPDError) {
        let arguments = context.arguments
        switch context.command {
        case .add, .addid: add(context, status, manager, reply)
        case .findadd, .searchadd:
            let filter = try MPDFilter(arguments.values[...], isLoose: context.command == .searchadd)
            library.search { contents in
                filter.select(contents.stations.lazy.map(MPDSong.init)).map(\.station)
            } then: { [weak self] in
                self?.enqueue($0, at: nil, manager, reply)
            }
        case .load:
            let (name, range) = (arguments[0], arguments.count > 1 ? arguments[1] : "0:")
            let place = arguments.count > 2 ? try self.place(arguments, 2, status) : nil
            library.search { (contents) throws(MPDError) in
                let items = try MPDCollection.items(name, contents)
                let places = try MPDArguments([range]).range(0, of: items.count, isLenient: true)
                return items[places].map(\.station)
            } then: { [weak self] in
                self?.enqueue($0, at: place, manager, reply)
            }
        case .save: collection.save(arguments, status.queue.items.map(\.station), reply)
        case .albumart, .readpicture: try sendPicture(context, status, reply)
        case .stats:
            let (uptime, heard) = (began.duration(to: manager.loop.now), status.snapshot.tally.heard)
            library.read { contents in
                reply(
                    .success(
                        .text(
                            "artists: 0\nalbums: 0\n" + MPDText.pair("songs", contents.stations.count)
                                + MPDText.pair("uptime", Int(uptime.inSeconds)) + "db_playtime: 0\n"
                                + MPDText.pair("playtime", Int(heard.inSeconds)))))
            }
        case .sticker: try stick(arguments, status, manager, reply)
        default: try collection.perform(context, reply)
        }
    }

    private func place(_ arguments: MPDArguments, _ index: Int, _ status: MPDStatus) throws(MPDError) -> Int {
        let queue = status.queue
        return try arguments.place(index, current: queue.isEmpty ? nil : queue.index, count: queue.entries.count)
    }

    /// Adds a station of the lists, or an address. The empty name means all stations.
    private func add(
        _ context: Context, _ status: MPDStatus, _ manager: isolated PlaybackManager, _ reply: @escaping Reply
    ) {
        let file = context.arguments[0]
        let place: Int?
        do throws(MPDError) {
            place = context.arguments.count > 1 ? try self.place(context.arguments, 1, status) : nil
        } catch { return reply(.failure(error)) }
        let answersID = context.command == .addid
        library.read { [weak self] contents in
            guard let self else { return }
            let found: [Station]
            if let item = contents.item(file) {
                found = [item.station]
            } else if !answersID, file.isEmpty || file == "/" {
                found = contents.stations
            } else {
                guard RemoteGate.isAddress(file) else { return reply(.failure(Self.refusal(of: file))) }
                var station = Station(name: file, urls: [file])
                station.reachesOnlyPublic = true
                found = [station]
            }
            enqueue(.success(found), at: place, manager) { [weak self] result in
                guard answersID, case .success = result else { return reply(result) }
                let id = self?.addedID(place, manager)
                reply(.success(.text(MPDText.pair("Id", id ?? 0))))
            }
        }
    }

    private func addedID(_ place: Int?, _ manager: isolated PlaybackManager) -> UInt64? {
        let entries = manager.queue.entries
        return place.map { entries[$0].id } ?? entries.last?.id
    }

    private static func refusal(of file: String) -> MPDError {
        file.hasPrefix("/") || file.lowercased().hasPrefix("file:")
            ? MPDError(.permission, "Access denied") : MPDError(.missing, "No such directory")
    }

    /// Adds stations to the queue, at its end or at a place.
    private func enqueue(
        _ stations: Result<[Station], MPDError>, at place: Int?, _ manager: isolated PlaybackManager,
        _ reply: @escaping Reply
    ) {
        guard case .success(let stations) = stations, !stations.isEmpty else {
            return reply(stations.map { _ in .empty })
        }
        let count = manager.queue.entries.count
        var commands: [PlayerCommand] = [.enqueue(.stations(stations), isNext: false)]
        if let place, place < count {
            guard stations.count <= MPDOrder.maximumCount else {
                return reply(.failure(MPDError(.argument, "Too many songs for a place inside the queue")))
            }
            commands += MPDOrder.moves(count..<count + stations.count, to: place)
        }
        carryOut(commands, manager) { reply($0.map { .failure($0) } ?? .success(.empty)) }
    }

    private func sendPicture(_ context: Context, _ status: MPDStatus, _ reply: @escaping Reply) throws(MPDError) {
        let (file, offset) = (context.arguments[0], try context.arguments.int(1))
        let type = context.command == .readpicture
        let answer = { (picture: MPDPictures.Picture?) in
            guard let picture else {
                return reply(type ? .success(.empty) : .failure(MPDError(.missing, "No file exists")))
            }
            guard offset <= picture.bytes.count else { return reply(.failure(MPDError(.argument, "Bad file offset"))) }
            reply(.success(.picture(picture.bytes, offset: offset, type: type ? picture.type : nil)))
        }
        if !status.queue.isEmpty, let song = Optional(status.song(status.queue.index)), song.file == file {
            let home = status.snapshot.workingURL ?? song.station.urls.first ?? ""
            return pictures.find(
                NowPlayingArtwork.candidates(status.snapshot), home: home, of: song.station, then: answer)
        }
        let queued = status.queue.entries.first { MPDSong.file($0.item.station) == file }?.item.station
        library.read { [pictures] contents in
            guard let station = queued ?? contents.item(file)?.station else { return reply(.failure(.noSong)) }
            pictures.find(station.artworkURL.map { [.station($0)] } ?? [], home: nil, of: station, then: answer)
        }
    }

    // MARK: Stickers

    /// The title that a client liked last, and whether it likes the title still.
    private var liked: (title: String, isLiked: Bool)?

    /// `like` belongs to the title that is heard: 2 likes it, another number does not. ``MPDCollection`` does the rest.
    private func stick(
        _ arguments: MPDArguments, _ status: MPDStatus, _ manager: isolated PlaybackManager, _ reply: @escaping Reply
    ) throws(MPDError) {
        guard arguments.count > 3, arguments[3] == "like", arguments[0] != "find" else {
            return try collection.stick(arguments, reply)
        }
        guard !status.queue.isEmpty, let song = Optional(status.song(status.queue.index)), song.file == arguments[2],
            let title = song.track?.text
        else { throw .noSong }
        switch arguments[0] {
        case "get":
            guard let liked, liked.title == title else { throw MPDError(.missing, "no such sticker") }
            reply(.success(.text("sticker: like=\(liked.isLiked ? 2 : 1)\n")))
        case "set", "delete":
            let likes = arguments[0] == "set" && arguments.count > 4 && arguments[4] == "2"
            liked = (title, likes)
            carryOut([.like(likes)], manager) { reply($0.map { .failure($0) } ?? .success(.empty)) }
        default: throw MPDError(.argument, "bad request")
        }
    }
}

import RadioFormats
import RadioStations
import RadioStorage

/// MPD's database, stored playlists and stickers: the station lists, the listener's playlists and stars.
struct MPDCollection {
    typealias Reply = MPDPlayer.Reply
    private let library: MPDLibrary

    init(_ library: MPDLibrary) { self.library = library }

    // MARK: Lists

    func perform(_ context: MPDPlayer.Context, _ reply: @escaping Reply) throws(MPDError) {
        let (arguments, tags) = (context.arguments, context.tags)
        switch context.command {
        case .lsinfo, .listall, .listallinfo:
            let file = arguments.count > 0 ? arguments[0] : ""
            library.read { reply(Self.list(file, context.command, $0, tags)) }
        case .find, .search, .count:
            let (isCount, isLoose) = (context.command == .count, context.command == .search)
            let filter = try MPDFilter(arguments.values[...], isLoose: isLoose)
            library.search { contents in
                filter.select(contents.stations.lazy.map(MPDSong.init))
            } then: {
                reply($0.map { isCount ? .text("songs: \($0.count)\nplaytime: 0\n") : .songs($0, tags) })
            }
        case .list: try listTag(arguments, reply)
        case .listplaylists: library.read { reply(.success(.lines("playlist", $0.playlists.map(\.name)))) }
        case .listplaylist, .listplaylistinfo:
            let (name, isInfo) = (arguments[0], context.command == .listplaylistinfo)
            library.search { (contents) throws(MPDError) in
                try Self.items(name, contents).map { MPDSong($0.station) }
            } then: {
                reply($0.map { isInfo ? .songs($0, tags) : .lines("file", $0.map(\.file)) })
            }
        default: try change(context.command, arguments, reply)
        }
    }

    /// Lists all stations and, for `lsinfo`, all playlists; or one station.
    private static func list(
        _ file: String, _ command: MPDCommand, _ contents: MPDLibrary.Contents, _ tags: Set<MPDTag>
    ) -> Result<MPDAnswer, MPDError> {
        let one = contents.item(file)
        guard one != nil || file.isEmpty || file == "/" else {
            return .failure(MPDError(.missing, "No such directory"))
        }
        let stations = one.map { [$0.station] } ?? contents.stations
        let playlists = command == .lsinfo && one == nil ? contents.playlists : []
        return .success(
            .list(stations.count + playlists.count) { index in
                guard index < stations.count else {
                    return MPDText.pair("playlist", MPDText.line(playlists[index - stations.count].name))
                }
                let song = MPDSong(stations[index])
                return command == .listall ? MPDText.pair("file", song.file) : song.text(tags)
            })
    }

    /// Lists the different values of a tag.
    private func listTag(_ arguments: MPDArguments, _ reply: @escaping Reply) throws(MPDError) {
        let name = arguments[0]
        let tag = MPDTag(name: name)
        let isFile = name.lowercased() == "file"
        guard isFile || MPDTag.isKnown(name) else { throw MPDError(.argument, "Unknown tag type: \(name)") }
        // An old form of the command names an artist only: `list album ARTIST`.
        let isOld = arguments.count == 2 && !arguments[1].hasPrefix("(")
        let filter = try MPDFilter(isOld ? ["artist", arguments[1]] : arguments.values[1...], isLoose: false)
        library.search { contents in
            let songs = contents.stations.lazy.map(MPDSong.init).filter(filter.matches)
            return Set(songs.flatMap { isFile ? [$0.file] : tag.map($0.values) ?? [] }).sorted()
        } then: {
            reply($0.map { .lines(isFile ? "file" : tag?.rawValue ?? name, $0) })
        }
    }

    // MARK: Playlists

    /// Returns the stations of the playlist with this name.
    static func items(_ name: String, _ contents: MPDLibrary.Contents) throws(MPDError) -> [LibraryItem] {
        guard let playlist = contents.playlists.first(where: { MPDText.line($0.name) == name }) else {
            throw .noPlaylist
        }
        return try contents.items(playlist)
    }

    /// Stores stations as a playlist: a new one, or in place of or behind those of an old one. An address that a client
    /// has named is not stored, because the stations of playlists may lead to computers of the listener's network.
    func save(_ arguments: MPDArguments, _ stations: [Station], _ reply: @escaping Reply) {
        let (name, mode) = (arguments[0], arguments.count > 1 ? arguments[1] : "create")
        edit(reply) { playlists, contents in
            guard !name.isEmpty, !name.contains("/") else { return MPDError(.argument, "Bad playlist name") }
            let items = stations.compactMap { station in
                contents.item(MPDSong.file(station)) ?? (station.reachesOnlyPublic ? nil : LibraryItem(found: station))
            }
            let place = playlists.firstIndex { $0.name == name }
            switch (mode, place) {
            case ("create", .some): return MPDError(.exists, "Playlist already exists")
            case ("replace", let place?): playlists[place] = StationPlaylist(name: name, items: items)
            case ("append", let place?): return playlists[place].append(items) ? nil : Self.isQuery
            case ("create", nil): playlists.append(StationPlaylist(name: name, items: items))
            case ("replace", nil), ("append", nil): return .noPlaylist
            default: return MPDError(.argument, "Unrecognized save mode, expected one of 'create', 'append', 'replace'")
            }
            return nil
        }
    }

    private static let isQuery = MPDError(.argument, "A query selects the stations of this playlist")

    private func change(_ command: MPDCommand, _ arguments: MPDArguments, _ reply: @escaping Reply) throws(MPDError) {
        let name = arguments[0]
        var places: [Int] = []
        if command == .playlistmove { places = [try arguments.int(1), try arguments.int(2)] }
        if command == .playlistdelete { places = [try arguments.int(1)] }
        edit(reply) { [places] playlists, contents in
            let place = playlists.firstIndex { MPDText.line($0.name) == name }
            guard let place else {
                guard command == .playlistadd else { return .noPlaylist }
                guard let new = contents.item(arguments[1]) else { return .noSong }
                playlists.append(StationPlaylist(name: name, items: [new]))
                return nil
            }
            switch command {
            case .rm: playlists.remove(at: place)
            case .rename:
                guard !playlists.contains(where: { $0.name == arguments[1] }) else {
                    return MPDError(.exists, "Playlist exists already")
                }
                playlists[place].name = arguments[1]
            case .playlistadd:
                guard let new = contents.item(arguments[1]) else { return .noSong }
                return playlists[place].append([new]) ? nil : Self.isQuery
            default: return Self.change(&playlists[place], command, places)
            }
            return nil
        }
    }

    private static func change(_ playlist: inout StationPlaylist, _ command: MPDCommand, _ places: [Int]) -> MPDError? {
        guard case .stations(var records) = playlist.content else { return isQuery }
        guard places.allSatisfy(records.indices.contains) else { return .badIndex }
        switch command {
        case .playlistdelete: records.remove(at: places[0])
        case .playlistmove: records.insert(records.remove(at: places[0]), at: places[1])
        default: records = []
        }
        playlist.content = .stations(records)
        return nil
    }

    /// Changes the playlists in their file. An error of `body` leaves them as they were.
    private func edit(
        _ reply: @escaping Reply,
        _ body: @escaping @Sendable (inout [StationPlaylist], MPDLibrary.Contents) -> MPDError?
    ) {
        library.write { (store, contents) throws(StorageError) in
            let error = try store.change { playlists in
                var changed = playlists
                let error = body(&changed, contents)
                if error == nil { playlists = changed }
                return error
            }
            return error.map { .failure($0) } ?? .success(nil)
        } then: {
            reply($0.map { .failure($0) } ?? .success(.empty))
        }
    }

    // MARK: Stickers

    /// The listener's stars of a station as the sticker `rating` of many clients, 0…10.
    func stick(_ arguments: MPDArguments, _ reply: @escaping Reply) throws(MPDError) {
        guard arguments[1] == "song" else { throw MPDError(.argument, "unknown sticker domain") }
        let names = arguments.count > 3 ? arguments[3] : "rating"
        guard names == "rating" else { throw MPDError(.missing, "no such sticker") }
        let file = arguments.count > 2 ? arguments[2] : ""
        switch (arguments[0], arguments.count) {
        case ("get", 4), ("list", 3): library.read { reply(Self.rating(file, $0, isList: arguments[0] == "list")) }
        case ("set", 5): rate(file, Int((try Double(arguments.int(4, in: 0...10)) / 2).rounded(.up)), reply)
        case ("delete", 3...4): rate(file, 0, reply)
        case ("find", 4): library.read { reply(.success(Self.ratings($0))) }
        default: throw MPDError(.argument, "bad request")
        }
    }

    private static func rating(
        _ file: String, _ contents: MPDLibrary.Contents, isList: Bool
    ) -> Result<MPDAnswer, MPDError> {
        guard let item = contents.item(file) else { return .failure(.noSong) }
        guard let stars = item.user.rating else {
            return isList ? .success(.empty) : .failure(MPDError(.missing, "no such sticker"))
        }
        return .success(.text("sticker: rating=\(stars * 2)\n"))
    }

    private static func ratings(_ contents: MPDLibrary.Contents) -> MPDAnswer {
        let lines = contents.search.library.items.compactMap { item in
            item.user.rating.map { "file: \(MPDSong.file(item.station))\nsticker: rating=\($0 * 2)\n" }
        }
        return .list(lines.count) { lines[$0] }
    }

    private func rate(_ file: String, _ stars: Int, _ reply: @escaping Reply) {
        library.write { (store, contents) throws(StorageError) in
            guard let item = contents.item(file) else { return .failure(.noSong) }
            let user = try store.update(ListenerRecord(item)) { $0.rating = stars == 0 ? nil : stars }
            var search = contents.search
            search.set(user, ofNumber: item.number)
            return .success(search)
        } then: {
            reply($0.map { .failure($0) } ?? .success(.empty))
        }
    }
}

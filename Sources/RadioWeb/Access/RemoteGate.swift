import Longwave
import RadioFormats

/// Decides what a client of a remote front may have the player do, and has the player do it.
///
/// Such a client may name stations of the library, and http(s) addresses that are public or in the library, but never
/// paths of files, request headers or output devices. Used on the player's loop only.
package struct RemoteGate {
    private let radio: Radio
    private let library: RemoteLibrary

    package init(_ radio: Radio, _ library: RemoteLibrary) { (self.radio, self.library) = (radio, library) }

    /// Carries out a command if a remote client may give it. Calls `answer` with the result, at once or later.
    package func perform(
        _ command: PlayerCommand, on manager: isolated PlaybackManager, then answer: @escaping Radio.Answer
    ) {
        guard Self.needsLibrary(command) else {
            if case .useDevice = command { return answer(.failure(Self.refused("output devices"))) }
            return radio.perform(command, on: manager, then: answer)
        }
        library.read(on: manager) { search, _ in
            do throws(PlayerCommandError) {
                try perform(command, search.library, manager, answer)
            } catch { answer(.failure(error)) }
        }
    }

    private static func needsLibrary(_ command: PlayerCommand) -> Bool {
        switch command {
        case .announce: true
        case .play(let request): request.source != nil
        case .enqueue: true
        default: false
        }
    }

    private func perform(
        _ command: PlayerCommand, _ library: StationLibrary, _ manager: isolated PlaybackManager,
        _ answer: @escaping Radio.Answer
    ) throws(PlayerCommandError) {
        switch command {
        case .play(var request):
            request.source = try request.source.map { source throws(PlayerCommandError) in
                try Self.admitted(source, library)
            }
            radio.perform(.play(request), on: manager, then: answer)
        case .enqueue(let source, let isNext):
            radio.perform(.enqueue(try Self.admitted(source, library), isNext: isNext), on: manager, then: answer)
        case .announce(let place, let ducking, let date):
            guard Self.isAddress(place) else { throw Self.refused("files") }
            let item = PlaybackItem(Self.station(at: place, library))
            manager.announce(.init(item, ducking: ducking ?? 14, date: date)) { [radio] error in
                answer(
                    error.map { .failure(PlayerCommandError($0)) } ?? .success(.state(radio.playerState(on: manager))))
            }
        default: radio.perform(command, on: manager, then: answer)
        }
    }

    /// Returns the source with the library's own stations, and with others that reach only public addresses.
    static func admitted(
        _ source: PlayRequest.Source, _ library: StationLibrary
    ) throws(PlayerCommandError) -> PlayRequest.Source {
        switch source {
        case .query, .playlist, .programme: return source
        case .named(let name):
            if isAddress(name) { return .stations([station(at: name, library)]) }
            if case .station = ArgumentKind(name, isFile: { _ in false }) { return source }
            guard let station = library.station(id: name) else { throw refused("files") }
            return .stations([station])
        case .stations(let stations, let index):
            var admitted: [Station] = []
            for station in stations {
                if let own = station.id.flatMap({ library.station(id: $0) })
                    ?? station.urls.first.flatMap({ library.station(url: $0) })
                {
                    admitted.append(own)
                } else {
                    guard station.urls.allSatisfy(isAddress) else { throw refused("files") }
                    guard station.headers.isEmpty, station.headerHosts.isEmpty else { throw refused("headers") }
                    var station = station
                    station.reachesOnlyPublic = true
                    admitted.append(station)
                }
            }
            return .stations(admitted, startingAt: index)
        }
    }

    /// Returns the library's station with this address, or a station that has only this address, which must be public.
    static func station(at url: String, _ library: StationLibrary) -> Station {
        if let known = library.station(url: url) { return known }
        var station = Station(name: url, urls: [url])
        station.reachesOnlyPublic = true
        return station
    }

    static func isAddress(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    private static func refused(_ what: String) -> PlayerCommandError {
        PlayerCommandError("refused", "Remote clients may not name \(what).")
    }
}

import CSystemd
import Longwave
import RadioLoop

/// Shows the player to the desktop: to panels, the lock screen, media keys and `playerctl`.
///
/// Nothing is shown if the user has no session bus. After a restart of the bus, the player is shown again.
package final class MprisPlayer {
    private let manager: PlaybackManager
    /// Ends the program; nil if the desktop may not end the program.
    private let quit: (() -> Void)?
    /// Carries out a command on the player.
    private let perform: (PlayerCommand) -> Void
    private var session: SessionBus?
    private var bus: BusConnection? { session?.connection }
    private var slot: OpaquePointer?
    private var observation: PlaybackObservation?
    private var artwork: NowPlayingArtwork?
    private var told: Mpris.Properties = [:]
    private var toldTracks: [String] = []
    private var isTellingPosted = false
    private let worker: BlockingWorker
    private let options: DesktopServices.Options
    private let playlistFile: String?
    /// The names of the listener's playlists, as of the last call of ``readPlaylists(_:)``.
    private var playlists: [String] = []

    /// Connects to the user's session bus and offers the player there to the desktop.
    /// - Parameters:
    ///   - options: the name on the bus, and how the desktop names the program.
    ///   - playlists: the path of the file of the listener's playlists; nil if there is none.
    ///   - artwork: the cache of pictures; nil to show no pictures.
    ///   - quit: ends the program; nil if the desktop may not end the program.
    ///   - perform: carries out a command on the player.
    /// - Returns: nil if the user has no session bus.
    package init?(
        _ manager: isolated PlaybackManager, _ options: DesktopServices.Options, playlists: String?,
        artwork cache: ArtworkCache?, quit: (() -> Void)?, perform: @escaping (PlayerCommand) -> Void
    ) {
        self.manager = manager
        self.quit = quit
        self.perform = perform
        worker = BlockingWorker(loop: manager.loop)
        self.options = options
        playlistFile = playlists
        session = SessionBus(manager.loop) { [weak self] bus in
            guard let self else { return }
            nonisolated(unsafe) let (me, bus) = (self, bus)  // Used only on the loop's thread.
            manager.assumeIsolated { me.join(bus, $0) }
        } onEnd: { [weak self] in
            self?.leave()
        }
        guard let bus else { return nil }
        observation = manager.observe { [weak self] in self?.received($0, manager) }
        if let cache {
            artwork = NowPlayingArtwork(manager, cache: cache, hasFallback: false) { [weak self] _ in
                self?.tellLater(manager)
            }
        }
        readPlaylists {}
        join(bus, manager)
    }

    /// Offers the player on the bus.
    private func join(_ bus: BusConnection, _ manager: isolated PlaybackManager) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        sd_bus_add_object(
            bus.bus, &slot, Mpris.path,
            { message, me, _ in
                guard let message, let me else { return 0 }
                var kind: UInt8 = 0
                guard sd_bus_message_get_type(message, &kind) >= 0, kind == UInt8(SD_BUS_MESSAGE_METHOD_CALL) else {
                    return 0
                }
                return Unmanaged<MprisPlayer>.fromOpaque(me).takeUnretainedValue().received(message)
            }, me)
        let name = "org.mpris.MediaPlayer2.\(options.busName ?? "")"
        sd_bus_request_name_async(bus.bus, nil, name, 0, nil, nil)
        told = Mpris.playerProperties(state(manager))
        toldTracks = Mpris.tracks(manager.queue).map(Mpris.track)
        bus.turn()
    }

    deinit { leave() }

    private func leave() {
        sd_bus_slot_unref(slot)
        slot = nil
    }

    private func state(_ manager: isolated PlaybackManager) -> Mpris.State {
        Mpris.State(
            snapshot: manager.snapshot, queue: manager.queue, artURL: artwork?.current?.fileURL,
            canQuit: quit != nil, name: options.name, desktopEntry: options.desktopEntry)
    }

    // MARK: Announcements

    private func received(_ notification: PlaybackNotification, _ manager: isolated PlaybackManager) {
        if case .didJump(_, let to, _, _) = notification {
            send(signal: "Seeked", of: Mpris.player) { BusValue.int64(Mpris.microseconds(to)).append(to: $0) }
        }
        tellLater(manager)
    }

    /// Schedules ``tell(_:)`` for the end of the turn, so that many events in one turn cause only one announcement.
    private func tellLater(_ manager: isolated PlaybackManager) {
        guard !isTellingPosted, bus != nil else { return }
        isTellingPosted = true
        manager.loop.post { [weak self] in self?.tell(manager) }
    }

    /// Announces on the session bus the properties and the track list that have changed since the last announcement.
    private func tell(_ manager: isolated PlaybackManager) {
        isTellingPosted = false
        let state = state(manager)
        let new = Mpris.playerProperties(state)
        let changes = Mpris.changes(from: told, to: new)
        told = new
        if !changes.isEmpty {
            send(signal: "PropertiesChanged", of: Mpris.properties) { message in
                BusValue.string(Mpris.player).append(to: message)
                BusValue.map(changes).append(to: message)
                BusValue.strings([]).append(to: message)
            }
        }
        let tracks = Mpris.tracks(state.queue).map(Mpris.track)
        guard tracks != toldTracks else { return }
        toldTracks = tracks
        send(signal: "TrackListReplaced", of: Mpris.trackList) { message in
            BusValue.paths(tracks).append(to: message)
            BusValue.path(state.queue.currentEntry.map(Mpris.track) ?? Mpris.noTrack).append(to: message)
        }
    }

    private func send(signal: String, of interface: String, _ fill: (OpaquePointer) -> Void) {
        guard let bus else { return }
        var message: OpaquePointer?
        guard sd_bus_message_new_signal(bus.bus, &message, Mpris.path, interface, signal) >= 0, let message else {
            return
        }
        fill(message)
        sd_bus_send(bus.bus, message, nil)
        sd_bus_message_unref(message)
        bus.turn()
    }

    // MARK: Requests

    /// Retains the D-Bus method call, and posts a closure to the loop that answers the call.
    private func received(_ call: OpaquePointer) -> Int32 {
        sd_bus_message_ref(call)
        let manager = manager
        manager.loop.post { [weak self] in
            defer { sd_bus_message_unref(call) }
            guard let self else { return }
            nonisolated(unsafe) let (me, call) = (self, call)  // Used only on the loop's thread.
            manager.assumeIsolated { me.answer(call, $0) }
        }
        return 1
    }

    /// Carries out a D-Bus method call and sends the reply.
    private func answer(_ call: OpaquePointer, _ manager: isolated PlaybackManager) {
        let reader = BusReader(message: call)
        guard let interface = sd_bus_message_get_interface(call).map({ String(cString: $0) }),
            let member = sd_bus_message_get_member(call).map({ String(cString: $0) })
        else { return refuse(call, "UnknownMethod", "Unknown method.") }
        switch (interface, member) {
        case ("org.freedesktop.DBus.Introspectable", "Introspect"):
            reply(call) { BusValue.string(Mpris.introspection).append(to: $0) }
        case (Mpris.properties, "Get"): get(call, reader, manager)
        case (Mpris.properties, "GetAll"):
            guard let name = reader.string(), let all = properties(name, manager) else {
                return refuse(call, "UnknownInterface", "Unknown interface.")
            }
            reply(call) { BusValue.map(all).append(to: $0) }
        case (Mpris.properties, "Set"):
            guard reader.string() != nil, let name = reader.string(), let value = reader.variant(),
                let command = MprisCommand(property: name, value)
            else { return refuse(call, "InvalidArgs", "This value is not allowed for the property.") }
            obey(command, manager)
            reply(call) { _ in }
        case (Mpris.trackList, "GetTracksMetadata"): reply(call) { tracks(reader, manager).append(to: $0) }
        case (Mpris.playlists, "GetPlaylists"):
            guard let first = reader.uint32(), let count = reader.uint32(), reader.string() != nil,
                let isReversed = reader.bool()
            else { return refuse(call, "InvalidArgs", "GetPlaylists needs two numbers, an order and a direction.") }
            sd_bus_message_ref(call)
            readPlaylists { [weak self] in
                if let self {
                    let list = Mpris.playlists(self.playlists, first: first, count: count, isReversed: isReversed)
                    self.reply(call) { list.append(to: $0) }
                }
                sd_bus_message_unref(call)
            }
        case (Mpris.playlists, "ActivatePlaylist"):
            let path = reader.path()
            guard let name = playlists.first(where: { Mpris.path(ofPlaylist: $0) == path }) else {
                return refuse(call, "InvalidArgs", "Playlist not found.")
            }
            perform(.open(.playlist(name)))
            reply(call) { _ in }
        case (Mpris.trackList, "AddTrack"), (Mpris.trackList, "RemoveTrack"):
            refuse(call, "NotSupported", "CanEditTracks is false.")
        default:
            guard let command = MprisCommand(interface: interface, member: member, reader) else {
                return refuse(call, "UnknownMethod", "Unknown method.")
            }
            obey(command, manager)
            reply(call) { _ in }
        }
    }

    /// Returns all properties of one of the player's D-Bus interfaces; nil if the interface is unknown.
    private func properties(_ interface: String, _ manager: isolated PlaybackManager) -> Mpris.Properties? {
        let state = state(manager)
        switch interface {
        case Mpris.root: return Mpris.rootProperties(state)
        case Mpris.player:
            var all = Mpris.playerProperties(state)
            all["Position"] = Mpris.position(state.snapshot)
            return all
        case Mpris.trackList:
            return ["Tracks": .paths(Mpris.tracks(state.queue).map(Mpris.track)), "CanEditTracks": .bool(false)]
        case Mpris.playlists: return Mpris.playlistProperties(playlists)
        default: return nil
        }
    }

    /// Reads the listener's playlists in the background. Then calls `done`, also if reading fails.
    private func readPlaylists(_ done: @escaping () -> Void) {
        let path = playlistFile
        worker.run(orElse: nil) { () -> [String]? in
            try? PlaylistNames.all(at: path).map(\.name)
        } then: { [weak self] names in
            if let names { self?.playlists = Array(names.prefix(Mpris.maximumPlaylists)) }
            done()
        }
    }

    private func get(_ call: OpaquePointer, _ reader: BusReader, _ manager: isolated PlaybackManager) {
        guard let interface = reader.string(), let name = reader.string(),
            let value = properties(interface, manager)?[name]
        else { return refuse(call, "UnknownProperty", "Unknown property.") }
        reply(call) { value.appendVariant(to: $0) }
    }

    private func tracks(_ reader: BusReader, _ manager: isolated PlaybackManager) -> BusValue {
        let state = state(manager)
        let wanted = Set(reader.paths(maximum: Mpris.maximumTracks))
        let entries = Mpris.tracks(state.queue).filter { wanted.contains(Mpris.track($0)) }
        return .maps(entries.map { Mpris.metadata(of: $0, state) })
    }

    private func obey(_ command: MprisCommand, _ manager: isolated PlaybackManager) {
        if command == .quit { quit?() }
        if let command = command.command(manager.snapshot, manager.queue) { perform(command) }
    }

    private func reply(_ call: OpaquePointer, _ fill: (OpaquePointer) -> Void) {
        guard let bus = bus(of: call) else { return }
        var message: OpaquePointer?
        guard sd_bus_message_new_method_return(call, &message) >= 0, let message else { return }
        fill(message)
        sd_bus_send(bus.bus, message, nil)
        sd_bus_message_unref(message)
        bus.turn()
    }

    /// Returns the connection from which a call came, or nil if that connection has ended.
    private func bus(of call: OpaquePointer) -> BusConnection? {
        bus?.bus == sd_bus_message_get_bus(call) ? bus : nil
    }

    private func refuse(_ call: OpaquePointer, _ name: String, _ reason: String) {
        guard let bus = bus(of: call) else { return }
        _ = "org.freedesktop.DBus.Error.\(name)".withCString { name in
            reason.withCString { reason in
                var error = sd_bus_error(name: name, message: reason, _need_free: 0)
                return sd_bus_reply_method_error(call, &error)
            }
        }
        bus.turn()
    }
}

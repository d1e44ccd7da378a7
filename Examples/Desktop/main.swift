// A player without a window: media keys, panels, the lock screen and the programs of the user control it.
//
//     ExampleDesktop NAME [STATION…]    plays the playlist NAME, after adding the stations to it
//     ExampleDesktop                    shows the player that runs, or waits for media keys
//
// The first program that runs shares its player. The others show and control that player.
import LongwaveDesktop

let radio = Radio.shared
let words = CommandLine.arguments.dropFirst()

/// Prints each new status and title, until the player ends.
func show(_ player: PlayerConnection) async {
    var last = ""
    for await state in player.states {
        let heard = "\(state.snapshot.status), \(state.snapshot.nowPlaying?.track.text ?? "no title")"
        if heard != last { print("\(player.isShared ? "shared" : "own"): \(heard)") }
        last = heard
    }
}

/// Adds stations to a playlist, which is created if it does not exist.
func add(_ stations: ArraySlice<String>, toPlaylist name: String) async throws(RadioError) {
    let library = try await radio.library()
    let items = stations.flatMap { library.items(StationQuery(words: $0)) }
    try await radio.updatePlaylists { playlists in
        if let place = playlists.firstIndex(where: { $0.name == name }) {
            _ = playlists[place].append(items)
        } else {
            playlists.append(StationPlaylist(name: name, items: items))
        }
    }
}

do {
    if let name = words.first { try await add(words.dropFirst(), toPlaylist: name) }
    let player = await PlayerConnection(radio, on: radio.manager)
    if let name = words.first { try await player.perform(.play(PlayRequest(.playlist(name)))) }
    if player.isShared {
        await show(player)
    } else {
        let (ending, end) = AsyncStream.makeStream(of: Void.self)
        let shared = try await SharedPlayer(radio, on: radio.manager) { @Sendable in end.finish() }
        var options = DesktopServices.Options()
        (options.name, options.desktopEntry, options.busName) = ("Desktop player", "desktop-player", "desktopPlayer")
        (options.icon, options.notifiesTitles) = ("audio-x-generic", true)
        let desktop = await DesktopServices(radio, options, on: radio.manager) { @Sendable in end.finish() }
        let watcher = Task { await show(player) }
        for await _ in ending {}
        watcher.cancel()
        await desktop.close()
        await shared.close()
    }
} catch { print(error) }
await radio.shutDown()

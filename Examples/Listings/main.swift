// Does with a radio what the listings in Apple's iPod Library Access Guide and AV Foundation Programming Guide do.
// `ExampleListings [--pick]` plays the stations of the listener's own lists.
import FoundationEssentials
import LongwaveNotificationCenter
import LongwaveTerminal

let radio = Radio.shared
let player = radio.manager
func say(_ words: Any...) { print(words.map { "\($0)" }.joined(separator: " ")) }

// Observes changes of the state, the item and the volume: with NotificationCenter, then with a stream of notifications.
let bridge = NotificationBridge(player)
let center = NotificationCenter.default
let token = center.addObserver(of: player, for: .playback) { message in
    switch message.notification {
    case .statusDidChange(let now): say("state", now.status)
    case .itemDidChange(let now): say("item", now.item?.station.name ?? "none")
    case .volumeDidChange(let now): say("volume", now.volume, now.isMuted)
    default: break
    }
}
let watcher = Task {
    for await notification in player.notifications() {
        switch notification {
        case .nowPlayingDidChange(let now): say("title", now.nowPlaying?.track.text ?? "none")
        case .interruptionBegan(let kind, _): say("interruption began", kind)
        case .interruptionEnded(let kind, let shouldResume, _): say("interruption ended", kind, shouldResume)
        case .outputRouteDidChange(let reason, let now): say("route", reason, now.outputDevice ?? "none")
        case .didPlayToEnd(let now): say("played to its end", now.item?.station.name ?? "none")
        case .queueDidEnd: say("queue ended")
        case .didJump(let from, let to, let reason, _): say("jump", from.seconds, to.seconds, reason)
        case .outputDevicesDidChange(let came, let went, _): say("devices", came.map(\.name), went)
        case .didFail(let error, _): say("failed", error)
        default: break
        }
    }
}

// Finds stations with predicates, groups them into collections by country, and prints the properties of a station.
let library = try await radio.library()
for item in library.items { say("item", item.number, item.id, item.station.name) }
guard let jazz = StationPredicate(.tag, .equals(.text("jazz"))),
    let french = StationPredicate(.country, .equals(.text("fr")))
else { fatalError("tags and countries can be compared") }
say("both", library.items(StationQuery(predicates: [jazz, french])).map(\.station.name))
let byCountry = library.collections(StationQuery(predicates: [jazz], grouping: .country))
for group in byCountry {
    say("collection", group.title, group.representative?.station.name ?? "", group.items.count)
}
for (property, values) in library.items.first?.properties ?? [] { say("property", property, values) }

// Prints changes of the library while the program runs.
let changes = Task { for await change in radio.libraryChanges { say("library", change.difference.added.count, "new") } }

// Loads the duration and the tracks of an address without playing it.
let asset = Asset(library.stations.last?.urls.first ?? "")
do {
    let (duration, tracks, isPlayable) = try await asset.load(.duration, .tracks, .isPlayable)
    say("asset", duration.time.seconds, tracks.map { $0.codecName ?? "" }, isPlayable)
} catch { say("asset", error) }

// Prints the address of each new picture, and once a second the heard position.
let artwork = Task { for await picture in radio.artwork(size: 128) { say("artwork", picture?.fileURL ?? "none") } }
let times = Task { for await time in radio.times { say("time", time.seconds) } }

// Sets the modes, plays a queue of stations, and appends more items while the first one plays.
let files = library.items(StationQuery(words: "file")).map { PlaybackItem($0.station) }
await player.setShuffled(false)
await player.setRepeatMode(.none)
await player.setQueue(files)
await player.play()
await player.append(byCountry.flatMap(\.items).map { PlaybackItem($0.station) })
for await status in radio.statuses where status == .playing { break }

// Seeks to a position, then reads the heard position and the positions to which the player can seek.
do { try await player.seek(to: MediaTime(seconds: 5)) } catch { say("seek", error) }
say("at", await player.snapshot.currentTime.seconds, await player.snapshot.seekableTimeRanges)

// Inserts an item, changes the modes, and moves in the queue.
if await player.canInsert(1) { await player.insertNext([PlaybackItem(url: "song.mp3")]) }
await player.pause()
say("paused", await player.snapshot.status)
await player.setVolume(0.5)
await player.play()
await player.setShuffled(true)
await player.setRepeatMode(.all)
await player.skipToBeginning()
await player.previous()
say("queue", await player.queue.items.map(\.station.name), await player.queue.index)

// Lists the output devices. The observer above prints `route` when a device is removed.
for device in try await player.outputDevices() { say("device", device.description, device.isDefault) }

// With the option `--pick`, shows the picker on the terminal, and plays the stations that the listener picks.
if CommandLine.arguments.contains("--pick") {
    let picked = try await radio.pick(StationPickerOptions(prompt: "Add stations to play", allowsMultiple: true))
    say("picked", picked?.map(\.station.name) ?? ["cancelled"])
    if let picked { try await radio.play(picked.map(\.station)) }
}

// Removes the observers, cancels the tasks, and shuts the radio down.
center.removeObserver(token)
for task in [watcher, changes, artwork, times] { task.cancel() }
await radio.shutDown()

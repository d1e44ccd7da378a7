import Longwave

func queue() async throws {
    let radio = Radio.shared
    let player = radio.manager
    let items = try await radio.library().items(.all).map { PlaybackItem($0.station) }
    await player.setQueue(items)
    await player.play()
    await player.append([PlaybackItem(url: "one.mp3"), PlaybackItem(url: "two.mp3")])
    await player.setShuffled(true)
    await player.setRepeatMode(.all)
    await player.next()
    for entry in await player.queue.entries { print(entry.item.station.name, entry.failure ?? "") }
}

import Longwave

func playing(_ address: String) async throws {
    let radio = Radio.shared
    try await radio.play("fip")
    for await status in radio.statuses where status == .playing { break }

    let player = radio.manager
    await player.setVolume(0.5)
    await player.pause()
    await player.play()  // where it stopped, or with atLiveEdge: true at the newest sound

    try await radio.play(address)
    try await radio.play(StationQuery(words: "jazz"))
}

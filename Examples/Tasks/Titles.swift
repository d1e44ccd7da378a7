import Longwave

func titles() async throws {
    let radio = Radio.shared
    try await radio.play("fip")
    for await now in radio.nowPlaying {
        guard let now else { continue }
        print(now.artist ?? "", now.title ?? now.track.text)
        break
    }
}

func titlesOfMany() async throws {
    let radio = Radio.shared
    let stations = try await radio.library().stations
    let log = try await radio.logTitles(of: stations, .init(database: "titles.sqlite", log: nil))
    for await event in log.events {
        guard case .began(let track, let station, _) = event else { continue }
        print(station, track.text)
        break
    }
    await log.stop()
}

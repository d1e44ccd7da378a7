import LongwaveTerminal

func picker() async throws {
    let radio = Radio.shared
    let options = StationPickerOptions(prompt: "Play", allowsMultiple: true)
    guard let chosen = try await radio.pick(options) else { return print("left") }
    print(chosen.map(\.station.name))
    try await radio.play(chosen.map(\.station))
}

import Longwave

/// Runs ``RadioModel`` without a view: `ExampleModel STATION` plays the station, and prints what a view would show.
/// After the first title, it sets the volume, pauses and ends.
@main
struct ExampleModel {
    static func main() async throws {
        let model = RadioModel()
        await model.play("no such station")
        print("problem:", model.problem ?? "none")
        await model.play(CommandLine.arguments[1])
        print("problem:", model.problem ?? "none")
        while model.status != .playing || model.title.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        print("shown:", model.status, model.station, model.title)
        model.setVolume(0.5)
        while model.volume != 0.5 { try await Task.sleep(for: .milliseconds(20)) }
        model.toggle()
        while model.status != .paused(.user) { try await Task.sleep(for: .milliseconds(20)) }
        print("shown:", model.status, model.volume)
        model.close()
        await Radio.shared.shutDown()
    }
}

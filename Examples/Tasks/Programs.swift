import Longwave

/// `ExampleTasks TASK [ADDRESS]` runs the example code for one task, which the articles of the reference documentation
/// show.
@main
struct Programs {
    static func main() async throws {
        let (task, address) = (CommandLine.arguments[1], CommandLine.arguments.last ?? "")
        switch task {
        case "playing": try await playing(address)
        case "titles": try await titles()
        case "titlesOfMany": try await titlesOfMany()
        case "queries": try await queries()
        case "queue": try await queue()
        case "interruptions": try await interruptions(seconds: 1)
        case "errors": await errors()
        case "errorsWhilePlaying":
            await Radio.shared.manager.play(PlaybackItem(url: "/nowhere.mp3"))
            await errorsWhilePlaying()
        case "ownThread": try ownThread(address)
        case "notifications": try await notifications()
        case "picker": try await picker()
        default: fatalError("no such task: \(task)")
        }
        if task != "ownThread" { await Radio.shared.shutDown() }
    }
}

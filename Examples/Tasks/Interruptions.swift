import Longwave

func interruptions(seconds: Double) async throws {
    let radio = Radio.shared
    let watcher = Task {
        for await notification in radio.manager.notifications() {
            switch notification {
            case .interruptionBegan(let kind, _): print("silent for a while:", kind)
            case .interruptionEnded(_, let shouldResume, _): print(shouldResume ? "goes on" : "stays silent")
            case .outputRouteDidChange(.deviceRemoved, _): print("the headphones were pulled: paused")
            default: break
            }
        }
    }
    for device in try await radio.manager.outputDevices() { print(device.description, device.isDefault) }
    try await Task.sleep(for: .seconds(seconds))
    watcher.cancel()
}

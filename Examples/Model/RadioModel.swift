import Longwave
import Observation

/// What a view shows of the radio: the status, the station, the title and the volume. All code of the class runs on the
/// main actor.
@MainActor @Observable
final class RadioModel {
    private(set) var status = PlaybackStatus.stopped
    private(set) var station = ""
    private(set) var title = ""
    private(set) var volume = 1.0
    private(set) var problem: String?
    private let radio: Radio
    private var tasks: [Task<Void, Never>] = []

    init(_ radio: Radio = .shared) {
        self.radio = radio
        tasks = [
            Task { [weak self] in for await new in radio.statuses { self?.status = new } },
            Task { [weak self] in for await new in radio.items { self?.station = new?.station.name ?? "" } },
            Task { [weak self] in for await new in radio.nowPlaying { self?.title = new?.track.text ?? "" } },
            Task { [weak self] in for await new in radio.volumes { self?.volume = new } },
        ]
    }

    func play(_ name: String) async {
        do throws(RadioError) {
            problem = nil
            try await radio.play(name)
        } catch { problem = error.description }
    }

    func toggle() { Task { await radio.manager.toggle() } }

    func setVolume(_ volume: Double) { Task { await radio.manager.setVolume(volume) } }

    /// Cancels the tasks that update the model's properties. The radio continues to play.
    func close() { tasks.forEach { $0.cancel() } }
}

import Longwave
import RadioDemo

/// What `longwave demo` does.
public struct DemoAction {
    /// Ends after so long; nil: when it is told to.
    let duration: Duration?
    let sound: SoundSettings
    let settings: PrintSettings

    public init(duration: Duration?, sound: SoundSettings, settings: PrintSettings) {
        self.duration = duration
        self.sound = sound
        self.settings = settings
    }

    /// - Returns: the exit code.
    public func run() -> Int32 { ReportOutput(settings).ending(play) }

    private func play(_ output: ReportOutput) throws(CommandFailure) {
        try PlayRunner(sound: sound, settings: settings, endAfter: duration).run { _, loop, found in
            do {
                let station = try DemoStation(loop: loop)
                let item = PlaybackItem(Station(name: "Longwave demo", urls: [station.url]))
                found(.success(.init(items: [item], isStation: true, source: station)))
            } catch {
                found(.failure(.system("\(error)")))
            }
        }
    }
}

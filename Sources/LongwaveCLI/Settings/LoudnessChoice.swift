import ArgumentParser
import Longwave

/// The loudness of all stations and files: the argument of `--loudness`.
enum LoudnessChoice: Hashable, Sendable, ExpressibleByArgument {
    case off
    /// A loudness in LUFS.
    case target(Double)

    init?(argument: String) {
        if argument == "off" {
            self = .off
        } else if let target = Double(argument), PlaybackManager.loudnesses.contains(target) {
            self = .target(target)
        } else {
            return nil
        }
    }

    var target: Double? { if case .target(let target) = self { target } else { nil } }
    var text: String { target.map(TomlText.number) ?? "off" }
}

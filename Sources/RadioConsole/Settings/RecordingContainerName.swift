import Longwave
import RadioTape

/// A container format that a recording is converted to, instead of the station's own format.
public enum RecordingContainerName: String, Sendable, CaseIterable {
    case m4a, wav

    var container: RecordingPlan.Container {
        switch self {
        case .m4a: .m4a
        case .wav: .wav
        }
    }
}

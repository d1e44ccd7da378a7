import Longwave
import RadioTape

/// The container format of a recording's files, if the listener does not want the station's own format.
enum RecordingContainerName: String, Sendable, CaseIterable {
    case m4a, wav

    var container: RecordingPlan.Container {
        switch self {
        case .m4a: .m4a
        case .wav: .wav
        }
    }
}

import RadioAudio
import RadioLoop

extension PlaybackConfiguration.Output {
    /// The system of outputs that this names.
    func makeSystem(loop: EventLoop) -> any AudioOutputSystem {
        switch self {
        case .pulse(let server, let device): PulseSystem(loop: loop, server: server, device: device)
        case .null: NullSystem(loop: loop)
        case .file(let path, let isFast): FileSystem(loop: loop, path: path, isFast: isFast)
        }
    }
}

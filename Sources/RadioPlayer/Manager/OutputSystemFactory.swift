import RadioAudio
import RadioLoop

extension PlaybackConfiguration.Output {
    /// The system of outputs that this names.
    func makeSystem(loop: EventLoop, worker: BlockingWorker) -> any AudioOutputSystem {
        switch self {
        case .pulse(let server, let device): PulseSystem(loop: loop, server: server, device: device)
        case .null: NullSystem(loop: loop)
        // The file output is on its way; until it is here, sound for a file goes nowhere.
        case .file: NullSystem(loop: loop)
        }
    }
}

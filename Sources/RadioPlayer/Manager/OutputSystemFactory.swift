import RadioAudio
import RadioLoop

extension PlaybackConfiguration.Output {
    /// The system of outputs that this names.
    func makeSystem(loop: EventLoop) -> any AudioOutputSystem {
        switch self {
        case .pulse(let server, let devices): PulseSystem(loop: loop, server: server, devices: devices)
        case .null, .packets: NullSystem(loop: loop)
        case .file(let path, let isFast, let overwrites):
            FileSystem(loop: loop, path: path, isFast: isFast, overwrites: overwrites)
        }
    }

    /// What writes packets, where this names a file of them.
    func makeRecorder(loop: EventLoop) -> PacketRecorder? {
        guard case .packets(let path, let kind, let overwrites) = self else { return nil }
        return PacketRecorder(loop: loop, path: path, kind: kind, overwrites: overwrites)
    }
}

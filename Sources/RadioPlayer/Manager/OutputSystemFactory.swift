import RadioAudio
import RadioLoop

extension PlaybackConfiguration.Output {
    /// Returns a new output system of this kind.
    func makeSystem(loop: EventLoop) -> any AudioOutputSystem {
        switch self {
        case .pulse(let server, let devices): PulseSystem(loop: loop, server: server, devices: devices)
        case .null, .packets: NullSystem(loop: loop)
        case .file(let path, let isFast, let overwrites):
            FileSystem(loop: loop, path: path, isFast: isFast, overwrites: overwrites)
        }
    }

}

extension PlaybackConfiguration {
    /// Returns a recorder if the configuration asks for a recording or if its output is a file of packets; otherwise
    /// nil.
    func makeRecorder(loop: EventLoop) -> PacketRecorder? {
        if let recording { return PacketRecorder(loop: loop, recording, rules: titleRules) }
        guard case .packets(let path, let kind, let overwrites) = output else { return nil }
        return PacketRecorder(
            loop: loop, RecordingPlan(place: .packets(path: path, kind: kind, overwrites: overwrites)))
    }
}

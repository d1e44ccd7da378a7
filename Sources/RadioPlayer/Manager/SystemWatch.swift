import RadioLoop

/// What happens to the machine around a player: the network comes back, the machine or the process was away.
final class SystemWatch {
    /// Within the buffers of both sides an absence is heard as a gap, and nothing of the station is lost; after a longer one
    /// what the kernel holds is old, and servers have let go.
    static let minimumAbsence = Duration.seconds(10)

    private var network: NetworkWatch?
    private var wake: WakeWatch?

    /// Where the kernel refuses, the player finds out by its time-outs.
    init(loop: EventLoop, onNetwork: @escaping () -> Void, onWake: @escaping () -> Void) {
        network = try? NetworkWatch(loop, onNetwork)
        wake = try? WakeWatch(loop, minimum: Self.minimumAbsence) { _ in onWake() }
    }
}

import RadioLoop

/// Watches the machine around a player: reports that the network is back, or that machine or process were suspended.
final class SystemWatch {
    /// The shortest absence that is reported.
    ///
    /// A shorter absence is heard as a gap, but the buffers on both sides keep the station's sound. After a longer one,
    /// the data in the kernel is old, and servers have disconnected.
    static let minimumAbsence = Duration.seconds(10)

    private var network: NetworkWatch?
    private var wake: WakeWatch?

    /// Begins to watch. If the kernel refuses, only the player's time-outs notice such events.
    init(loop: EventLoop, onNetwork: @escaping () -> Void, onWake: @escaping () -> Void) {
        network = try? NetworkWatch(loop, onNetwork)
        wake = try? WakeWatch(loop, minimum: Self.minimumAbsence) { _ in onWake() }
    }
}

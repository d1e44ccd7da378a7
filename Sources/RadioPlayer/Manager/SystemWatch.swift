import RadioLoop

/// Watches the computer for a player. Reports that the network is back, or that the computer or the process was
/// suspended.
final class SystemWatch {
    /// The shortest suspension that is reported.
    ///
    /// A shorter suspension is heard as a gap, but the buffers at both ends of the connection keep the station's sound.
    /// After a longer one, the sound in the kernel's buffers is old, and servers have disconnected.
    static let minimumAbsence = Duration.seconds(10)

    private var network: NetworkWatch?
    private var wake: WakeWatch?

    /// Begins to watch. If the kernel reports no such events, only the player's time-outs reveal a lost network or a
    /// suspension.
    init(loop: EventLoop, onNetwork: @escaping () -> Void, onWake: @escaping () -> Void) {
        network = try? NetworkWatch(loop, onNetwork)
        wake = try? WakeWatch(loop, minimum: Self.minimumAbsence) { _ in onWake() }
    }
}

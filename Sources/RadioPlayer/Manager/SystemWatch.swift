import RadioLoop

/// Reports to a player that the network is back, that the computer or the process was suspended and runs again, or that
/// the wall clock was set.
final class SystemWatch {
    /// The shortest suspension that is reported.
    ///
    /// After a shorter suspension, the connection still works, and the kernel's buffers on both computers have kept the
    /// station's sound; the listener only hears a gap. After a longer one, the sound in these buffers is old, and
    /// servers have disconnected.
    static let minimumAbsence = Duration.seconds(10)

    private var network: NetworkWatch?
    private var wake: WakeWatch?

    /// Begins to watch. If the kernel reports neither networks nor suspensions, only the player's time-outs reveal
    /// them.
    init(
        loop: EventLoop, onNetwork: @escaping () -> Void, onWake: @escaping () -> Void,
        onClockSet: @escaping () -> Void
    ) {
        network = try? NetworkWatch(loop, onNetwork)
        wake = try? WakeWatch(loop, minimum: Self.minimumAbsence) { _ in onWake() }
        wake?.onClockSet = onClockSet
    }
}

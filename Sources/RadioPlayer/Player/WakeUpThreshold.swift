/// How much of a live stream the kernel may gather before it wakes the player. The amount depends on how much sound is
/// left to play.
///
/// | sound left to play | gathered | checked at the latest after |
/// |---|---|---|
/// | over 4.5 s (a recorder, which may begin late; a station of a low bit rate that sends a burst) | 1.5 s | 3 s |
/// | over 1.5 s | 0.5 s | 1 s |
/// | over 0.22 s (a server without a burst) | 0.15 s | 0.16 s |
/// | less | nothing | |
struct WakeUpThreshold: Hashable {
    /// The duration of sound that the kernel gathers before it wakes the player. If zero, every packet wakes the
    /// player.
    var gathered: Duration
    /// How long bytes may wait in the kernel if less sound than ``gathered`` arrives. Shorter than the sound that is
    /// left to play, unless every packet wakes the player anyway.
    var patience: Duration

    static let everyPacket = WakeUpThreshold(gathered: .zero, patience: .seconds(1))

    private init(gathered: Duration, patience: Duration) {
        self.gathered = gathered
        self.patience = patience
    }

    /// - Parameter inHand: how long the sound lasts if no more arrives.
    init(inHand: Duration) {
        if inHand > .milliseconds(4500) {
            self.init(gathered: .milliseconds(1500), patience: .seconds(3))
        } else if inHand > .milliseconds(1500) {
            self.init(gathered: .milliseconds(500), patience: .seconds(1))
        } else if inHand > .milliseconds(220) {
            self.init(gathered: .milliseconds(150), patience: .milliseconds(160))
        } else {
            self = .everyPacket
        }
    }

    /// Returns ``gathered`` as a number of bytes of a stream with `bytesPerSecond`; at most 32 KiB.
    func bytes(at bytesPerSecond: Double) -> Int {
        gathered == .zero ? 1 : min(max(Int(bytesPerSecond * gathered.inSeconds), 1), 32 * 1024)
    }
}

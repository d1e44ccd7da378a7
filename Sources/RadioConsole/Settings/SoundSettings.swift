import Longwave

/// Where the sound goes, how loud, and how patient the player is.
public struct SoundSettings: Sendable {
    let playback: PlaybackConfiguration
    /// 0…1; nil: as loud as last time.
    let volume: Double?

    public init(playback: PlaybackConfiguration, volume: Double?) {
        self.playback = playback
        self.volume = volume
    }
}

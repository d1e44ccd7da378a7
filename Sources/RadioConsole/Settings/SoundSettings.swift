import Longwave

/// Settings of a player's sound: the output, the volume, the policy and other settings of playback.
struct SoundSettings: Sendable {
    var playback: PlaybackConfiguration
    /// The volume, 0…1; nil for the volume at the end of the last run.
    var volume: Double?

    /// The default length of the time-shift: 30 min. A whole day of sound at 128 kbit/s would be 1.4 GB, and writing
    /// that much wears out memory cards.
    private static let usualTimeshift = Duration.seconds(1800)

    init(playback: PlaybackConfiguration, volume: Double? = nil) {
        self.playback = playback
        self.volume = volume
    }

    /// Creates the settings from a configuration and the output that the command line chooses. Settings that the
    /// configuration does not set have the defaults of the player's policy.
    init(_ configuration: Configuration, _ kind: PlayerKind, _ output: OutputChoice) {
        let front = configuration[keyPath: kind.front]
        let name = front.policy ?? kind.usualPolicy
        var policy = name.policy
        if let span = front.giveUpAfter { policy.retry.giveUpAfter = span.duration }
        if let onDeviceRemoval = configuration.sound.onDeviceRemoval { policy.deviceLoss = onDeviceRemoval }
        if let onDeviceReturn = configuration.sound.onDeviceReturn { policy.deviceReturn = onDeviceReturn }
        policy.hls = configuration.variants.settings
        policy.timeshift = front.timeshift?.duration ?? (name == .kiosk ? .zero : Self.usualTimeshift)
        playback = PlaybackConfiguration(
            output: output.playbackOutput(devices: configuration.sound.devices ?? []), policy: policy)
        playback.rate = output.rate
        playback.timePitchAlgorithm = configuration.sound.rateFor ?? .speech
        playback.warmNeighbours = front.warm ?? 0
        volume = configuration.sound.volume.map { $0 / 100 }
    }
}

extension Configuration.Variants {
    public var settings: HlsSettings {
        var settings = HlsSettings()
        settings.quality = (quality ?? .auto).quality
        settings.languages = languages ?? []
        settings.isLowLatency = isLowLatency ?? false
        return settings
    }
}

import Longwave

/// The output, the volume and the policy of a player.
struct SoundSettings: Sendable {
    var playback: PlaybackConfiguration
    /// The volume, 0…1; nil for the volume of the last run.
    var volume: Double?

    /// The default length of the time-shift: 30 min. A whole day of sound at 128 kbit/s would be 1.4 GB, and writing
    /// that much wears out memory cards.
    private static let usualTimeshift = Duration.seconds(1800)

    init(playback: PlaybackConfiguration, volume: Double? = nil) {
        self.playback = playback
        self.volume = volume
    }

    /// Takes the settings of a player. Settings that are not set have the defaults of the policy.
    init(_ configuration: Configuration, _ kind: PlayerKind, _ output: OutputChoice) {
        let front = configuration[keyPath: kind.front]
        let name = front.policy ?? kind.usualPolicy
        var policy = name.policy
        if let span = front.giveUpAfter { policy.retry.giveUpAfter = span.duration }
        if let onDeviceRemoval = configuration.sound.onDeviceRemoval { policy.deviceLoss = onDeviceRemoval }
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

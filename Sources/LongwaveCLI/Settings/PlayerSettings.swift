import Longwave

/// The settings of a player from the command line, the environment and the settings file, in this order of precedence.
struct PlayerSettings: Sendable {
    /// The settings of the command line.
    let options: Configuration
    let kind: PlayerKind
    let output: OutputChoice

    /// The default length of the time-shift: 30 min. A whole day of sound at 128 kbit/s would be 1.4 GB, and writing
    /// that much wears out memory cards.
    private static let usualTimeshift = Duration.seconds(1800)

    /// The settings with which the player starts.
    var configuration: Configuration { options.inheriting(.ofUser) }

    /// Returns the settings that apply when the settings file contains the settings `file`.
    func configuration(_ file: Configuration) -> Configuration {
        options.inheriting(Configuration(environment: Environment.value)).inheriting(file)
    }

    /// The settings of a radio that starts, including the listening history and the online directory of stations.
    var radio: Radio.Configuration {
        let configuration = configuration
        var radio = Radio.Configuration()
        radio.playback = playback(configuration)
        radio.playback.titleRules = TitleRuleFile.readIfPossible(configuration.rules)
        radio.playback.timeshiftFolder = UserFolders(environment: Environment.folders).cache
        radio.keepsVolumes = configuration.sound.keepsVolumes ?? false
        radio.volume = configuration.sound.volume.map { $0 / 100 }
        radio.journal = configuration.history.journal
        radio.directory = .asked(configuration.directory)
        return radio
    }

    /// Returns the settings of the sound. Settings that the configuration does not set have the defaults of the player's
    /// policy.
    func playback(_ configuration: Configuration) -> PlaybackConfiguration {
        let front = configuration[keyPath: kind.front]
        let name = front.policy ?? kind.usualPolicy
        var policy = name.policy
        if let span = front.giveUpAfter { policy.retry.giveUpAfter = span.duration }
        if let onDeviceRemoval = configuration.sound.onDeviceRemoval { policy.deviceLoss = onDeviceRemoval }
        if let onDeviceReturn = configuration.sound.onDeviceReturn { policy.deviceReturn = onDeviceReturn }
        policy.hls = configuration.variants.settings
        policy.timeshift = front.timeshift?.duration ?? (name == .kiosk ? .zero : Self.usualTimeshift)
        var playback = PlaybackConfiguration(
            output: output.playbackOutput(devices: configuration.sound.devices ?? []), policy: policy)
        playback.rate = output.rate
        playback.timePitchAlgorithm = configuration.sound.rateFor ?? .speech
        playback.crossfade = .seconds(configuration.sound.crossfade ?? 0)
        playback.loudness = configuration.sound.loudness?.target
        playback.equaliser =
            configuration.sound.equaliser.flatMap { (configuration.equalisers ?? []).equaliser($0) } ?? .flat
        playback.warmNeighbours = front.warm ?? 0
        return playback
    }
}

extension Configuration.Variants {
    var settings: HlsSettings {
        var settings = HlsSettings()
        settings.quality = (quality ?? .auto).quality
        settings.languages = languages ?? []
        settings.isLowLatency = isLowLatency ?? false
        return settings
    }
}

import ArgumentParser
import Longwave
import RadioConsole

/// Where the sound goes, how loud, and how patient the player is.
struct SoundOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Where the sound goes: null (nowhere), a WAV file, a file .mp3 or .aac that gets what the station sends as it \
            comes, or a device of the sound server by its name.
            """, valueName: "null|file|device"),
        completion: DeviceCompletion.outputs)
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            The device to play on: its name, or a pattern of its name or description (* and ?). Several, in order of \
            preference: the first that exists is used. See longwave devices.
            """, valueName: "name|pattern"),
        completion: DeviceCompletion.devices)
    var device: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            When the device goes away: pause until you play again; follow to the server's default device; or wait for \
            the same device. When the same device is back, pause and wait play on there. Without it: pause, and follow \
            with the policy kiosk.
            """, valueName: "pause|follow|wait"))
    var onDeviceRemoval: DeviceRemoval?

    @Flag(name: .long, help: "With a file as output: as fast as data comes, not in real time.")
    var fast = false

    @Flag(name: .long, help: "With a file as output: replace a file that exists.")
    var overwrite = false

    @Option(name: .long, help: ArgumentHelp("0 to 100. Without it as loud as last time.", valueName: "percent"))
    var volume: Double?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "listener gives up after five minutes without sound; kiosk never does. kiosk with serve, else listener.",
            valueName: "listener|kiosk"))
    var policy: PolicyName?

    @Option(
        name: .long,
        help: ArgumentHelp("Give up after so long without sound, whatever the policy.", valueName: "seconds"))
    var giveUpAfter: Double?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Sound of a live station that is kept to go back to. 30m unless told; none with the policy kiosk.",
            valueName: "span|none"))
    var timeshift: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Play faster or slower at the same pitch: 0.5 to 3.", valueName: "factor"))
    var rate = 1.0

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What is played faster or slower: music wants librubberband2 and more of the processor.",
            valueName: "speech|music"))
    var rateFor = TimePitchAlgorithm.speech

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Connect the next and previous stations of the list, too: switching to one sounds at once. 0 to 5 of each.",
            valueName: "number"))
    var warm = 0

    enum PolicyName: String, CaseIterable, ExpressibleByArgument {
        case listener, kiosk
    }

    enum DeviceRemoval: String, CaseIterable, ExpressibleByArgument {
        case pause, follow, wait

        var policy: PlaybackPolicy.DeviceLoss {
            switch self {
            case .pause: .pause
            case .follow: .follow
            case .wait: .wait
            }
        }
    }

    func validate() throws {
        if let volume, !(0...100).contains(volume) { throw ValidationError("--volume goes from 0 to 100.") }
        if let giveUpAfter, !TimeSpan.isUsable(giveUpAfter) {
            throw ValidationError("--give-up-after wants seconds, more than 0.")
        }
        if let timeshift, timeshift != "none", TimeSpan(argument: timeshift) == nil {
            throw ValidationError("--timeshift wants a span like 90s, 30m or 2h, or none.")
        }
        if !(0...5).contains(warm) { throw ValidationError("--warm goes from 0 to 5.") }
        if !(0.5...3).contains(rate) { throw ValidationError("--rate goes from 0.5 to 3.") }
        if fast, !Self.isWave(output ?? "") { throw ValidationError("--fast needs --output FILE.wav.") }
        if overwrite, !Self.isWave(output ?? ""), PacketFileKind(path: output ?? "") == nil {
            throw ValidationError("--overwrite needs --output FILE.wav, FILE.mp3 or FILE.aac.")
        }
        if output?.isEmpty == true {
            throw ValidationError("--output wants null, a .wav, .mp3 or .aac file or a device.")
        }
        if device.contains(where: \.isEmpty) { throw ValidationError("--device wants a name or a pattern.") }
        if !device.isEmpty, output != nil { throw ValidationError("--output and --device contradict.") }
    }

    static func isWave(_ output: String) -> Bool { output.lowercased().hasSuffix(".wav") }

    /// - Parameters:
    ///   - hls: which variants are played.
    ///   - usual: the policy where none is named.
    func settings(_ hls: HlsSettings = HlsSettings(), usual: PolicyName = .listener) -> SoundSettings {
        let name = self.policy ?? usual
        var policy: PlaybackPolicy =
            switch name {
            case .listener: .listener
            case .kiosk: .kiosk
            }
        if let giveUpAfter { policy.retry.giveUpAfter = .seconds(giveUpAfter) }
        if let onDeviceRemoval { policy.deviceLoss = onDeviceRemoval.policy }
        policy.hls = hls
        policy.timeshift = keptSound(name)
        var playback = PlaybackConfiguration(output: playbackOutput, policy: policy)
        playback.rate = rate
        playback.timePitchAlgorithm = rateFor
        playback.warmNeighbours = warm
        return SoundSettings(playback: playback, volume: volume.map { $0 / 100 })
    }

    private func keptSound(_ policy: PolicyName) -> Duration {
        switch timeshift {
        case "none": .zero
        case let span?: TimeSpan(argument: span)?.duration ?? .zero
        // A day would be 1.4 GB, which wears cards out.
        case nil: policy == .kiosk ? .zero : .seconds(1800)
        }
    }

    private var playbackOutput: PlaybackConfiguration.Output {
        switch output {
        case nil: .pulse(devices: device)
        case "null": .null
        case let output? where Self.isWave(output): .file(path: output, isFast: fast, overwrites: overwrite)
        case let output?:
            if let kind = PacketFileKind(path: output) {
                .packets(path: output, kind: kind, overwrites: overwrite)
            } else {
                .pulse(devices: [output])
            }
        }
    }
}

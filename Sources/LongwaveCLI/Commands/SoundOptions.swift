import ArgumentParser
import Longwave

/// The options for a player's output, volume and policy, such as when it gives up on a station without sound.
struct SoundOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Plays to this output: null (nowhere); a .wav file; a .mp3 or .aac file, which gets the station's data \
            unchanged; or a sound device. (default: the sound server's default device)
            """, valueName: "null|file|device"),
        completion: DeviceCompletion.outputs)
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Plays on this device: its name, or a pattern of its name or description with * and ?. May be repeated: the \
            first device that exists is used. "longwave devices" lists them.
            """, valueName: "name|pattern"),
        completion: DeviceCompletion.devices)
    var device: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            When the device is removed: pause, follow (play on the sound server's default device), or wait for the \
            same device. With pause and wait, --on-device-return applies when the device returns. (default: pause; \
            follow with --policy kiosk)
            """, valueName: "pause|follow|wait"))
    var onDeviceRemoval: PlaybackPolicy.DeviceLoss?

    @Option(
        help: .init(
            "When the removed device returns: play, or pause until you play again. (default: play)",
            valueName: "play|pause"))
    var onDeviceReturn: PlaybackPolicy.DeviceReturn?

    @Flag(name: .long, help: "With a .wav file as output: writes as fast as data arrives, not in real time.")
    var fast = false

    @Flag(name: .long, help: "With a file as output: replaces an existing file.")
    var overwrite = false

    @Option(
        name: .long,
        help: ArgumentHelp("Sets the volume, from 0 to 100 percent. (default: the last volume)", valueName: "percent"))
    var volume: Double?

    @Flag(
        inversion: .prefixedNo,
        help: "Plays each station at the volume at which you heard it last. (default: --no-station-volume)")
    var stationVolume: Bool?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(
            "Plays all stations and files equally loud, from -30 to -8 LUFS; -16 is usual. (default: off)",
            valueName: "LUFS|off"))
    var loudness: LoudnessChoice?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Gains from -12 to 12 dB of bass, treble and the bands 31, 62, 125, 250, 500, 1k, 2k, 4k, 8k and 16k, such \
            as bass=+3,1k=-2, or the name of a preset in the settings. (default: off)
            """, valueName: "gains|name|off"))
    var equaliser: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            listener gives up after five minutes without sound; kiosk never does. (default: listener; kiosk for serve)
            """,
            valueName: "listener|kiosk"))
    var policy: PolicyName?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Gives up after this time without sound. (default: 5m; never with --policy kiosk)", valueName: "span"))
    var giveUpAfter: TimeSpan?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Keeps this much sound of a live station, so that you can go back. (default: 30m; none with --policy kiosk)
            """,
            valueName: "span|none"))
    var timeshift: KeptSpan?

    @Option(
        name: .long,
        help: ArgumentHelp("Plays slower or faster at the same pitch, from 0.5 to 3.", valueName: "factor"))
    var rate = 1.0

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Changes the speed in a way that suits speech or music; music needs librubberband2 and more processor \
            time. (default: speech)
            """,
            valueName: "speech|music"))
    var rateFor: TimePitchAlgorithm?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Fades in at the start, and from one station to the next, in 0 to 12 seconds. (default: 0)",
            valueName: "seconds"))
    var crossfade: Double?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Also connects to this many previous and next stations of the queue, from 0 to 5, to switch without delay. \
            (default: 0)
            """,
            valueName: "number"))
    var warm: Int?

    /// Refuses numbers that are out of range, empty names, and options that have no effect with the chosen output.
    func validate() throws {
        if let volume, !(0...100).contains(volume) { throw ValidationError("--volume must be from 0 to 100.") }
        if let equaliser, (Configuration.ofUser.equalisers ?? []).equaliser(equaliser) == nil {
            throw ValidationError("--equaliser needs gains such as bass=+3,1k=-2, the name of a preset, or off.")
        }
        if let warm, !(0...5).contains(warm) { throw ValidationError("--warm must be from 0 to 5.") }
        if let crossfade, !(0...12).contains(crossfade) {
            throw ValidationError("--crossfade must be from 0 to 12.")
        }
        if !(0.5...3).contains(rate) { throw ValidationError("--rate must be from 0.5 to 3.") }
        if fast, !OutputChoice.isWave(output ?? "") { throw ValidationError("--fast needs --output FILE.wav.") }
        if overwrite, !OutputChoice.isWave(output ?? ""), PacketFileKind(path: output ?? "") == nil {
            throw ValidationError("--overwrite needs --output FILE.wav, FILE.mp3 or FILE.aac.")
        }
        if output?.isEmpty == true {
            throw ValidationError("--output needs null, a .wav, .mp3 or .aac file, or a device.")
        }
        if device.contains(where: \.isEmpty) { throw ValidationError("--device needs a name or a pattern.") }
        if !device.isEmpty, output != nil { throw ValidationError("--output and --device cannot be combined.") }
    }

    var choice: OutputChoice { OutputChoice(output: output, isFast: fast, overwrites: overwrite, rate: rate) }

    /// Writes the options into the configuration of the command line, which overrides the environment and the settings
    /// file.
    func apply(to options: inout Configuration, _ front: WritableKeyPath<Configuration, Configuration.Front>) {
        options[keyPath: front].policy = policy
        options[keyPath: front].giveUpAfter = giveUpAfter
        options[keyPath: front].timeshift = timeshift
        options[keyPath: front].warm = warm
        options.sound.devices = device.isEmpty ? nil : device
        options.sound.onDeviceRemoval = onDeviceRemoval
        options.sound.onDeviceReturn = onDeviceReturn
        options.sound.volume = volume
        options.sound.rateFor = rateFor
        options.sound.crossfade = crossfade
        options.sound.keepsVolumes = stationVolume
        options.sound.loudness = loudness
        options.sound.equaliser = equaliser
    }
}

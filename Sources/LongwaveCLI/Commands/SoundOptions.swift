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
    var onDeviceRemoval: PlaybackPolicy.DeviceLoss?

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
        help: ArgumentHelp("Give up after so long without sound, whatever the policy.", valueName: "span"))
    var giveUpAfter: TimeSpan?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Sound of a live station that is kept to go back to. 30m unless told; none with the policy kiosk.",
            valueName: "span|none"))
    var timeshift: KeptSpan?

    @Option(
        name: .long,
        help: ArgumentHelp("Play faster or slower at the same pitch: 0.5 to 3.", valueName: "factor"))
    var rate = 1.0

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What is played faster or slower: music wants librubberband2 and more of the processor.",
            valueName: "speech|music"))
    var rateFor: TimePitchAlgorithm?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Connect the next and previous stations of the list, too: switching to one sounds at once. 0 to 5 of each.",
            valueName: "number"))
    var warm: Int?

    func validate() throws {
        if let volume, !(0...100).contains(volume) { throw ValidationError("--volume goes from 0 to 100.") }
        if let warm, !(0...5).contains(warm) { throw ValidationError("--warm goes from 0 to 5.") }
        if !(0.5...3).contains(rate) { throw ValidationError("--rate goes from 0.5 to 3.") }
        if fast, !OutputChoice.isWave(output ?? "") { throw ValidationError("--fast needs --output FILE.wav.") }
        if overwrite, !OutputChoice.isWave(output ?? ""), PacketFileKind(path: output ?? "") == nil {
            throw ValidationError("--overwrite needs --output FILE.wav, FILE.mp3 or FILE.aac.")
        }
        if output?.isEmpty == true {
            throw ValidationError("--output wants null, a .wav, .mp3 or .aac file or a device.")
        }
        if device.contains(where: \.isEmpty) { throw ValidationError("--device wants a name or a pattern.") }
        if !device.isEmpty, output != nil { throw ValidationError("--output and --device contradict.") }
    }

    var choice: OutputChoice { OutputChoice(output: output, isFast: fast, overwrites: overwrite, rate: rate) }

    /// Goes before what the configuration says.
    func apply(to options: inout Configuration, _ front: WritableKeyPath<Configuration, Configuration.Front>) {
        options[keyPath: front].policy = policy
        options[keyPath: front].giveUpAfter = giveUpAfter
        options[keyPath: front].timeshift = timeshift
        options[keyPath: front].warm = warm
        options.sound.devices = device.isEmpty ? nil : device
        options.sound.onDeviceRemoval = onDeviceRemoval
        options.sound.volume = volume
        options.sound.rateFor = rateFor
    }
}

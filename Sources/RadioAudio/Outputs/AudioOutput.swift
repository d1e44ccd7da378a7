import RadioLoop

/// A stream of sound in one ``PCMFormat`` to one device.
///
/// An output *pulls*: whenever the device has room, the output asks its client for samples and hands over the device's
/// own buffer to fill.
///
/// `PulseOutput`, `NullOutput` and `FileOutput` behave alike. One contract test checks that all of them, and the tests'
/// fake output, do what is written here.
package protocol AudioOutput: AnyObject {
    var format: PCMFormat { get }
    /// The object that gives sound and receives events. Not retained.
    var client: (any AudioOutputClient)? { get set }

    /// Connects. `.opened` or `.failed` follows; after `.opened` the output asks for sound at once, even while corked.
    func open()
    /// Tells the output that the client has more sound.
    ///
    /// If the client could not fill the last request, the output asks again at the end of this turn. Else nothing
    /// happens.
    func wake()
    /// Silences the output (true) or continues (false). Queued sound stays.
    func setCorked(_ corked: Bool)
    /// Drops the queued sound. The counts of ``OutputTiming`` start at zero again.
    func flush()
    /// Announces that no more sound comes.
    ///
    /// `.drained` follows when the queue is empty. A later `wake()` revokes the call.
    func drain()
    /// Asks the server for its timing; `.timing` or `.frozen` follows.
    ///
    /// Further requests while one is pending have no effect, nor have requests before `.opened`. An output may also
    /// report timing unasked.
    func requestTiming()
    /// Sets the volume at the server, 0…1.
    func setVolume(_ volume: Double)
    func setMuted(_ muted: Bool)
    /// Sets the text that mixers show for the stream (`media.name`).
    func setTitle(_ title: String)
    /// Silences the output at once and ends it; no event follows.
    func close()
    /// The last known timing.
    var lastTiming: OutputTiming? { get }
}

/// The source of an ``AudioOutput``'s sound, and the receiver of its events.
package protocol AudioOutputClient: AnyObject {
    /// Writes sound into `buffer` and returns the number of *frames* written.
    ///
    /// The buffer is interleaved and uninitialised, with room for whole frames. A client that has less sound than fits
    /// returns a smaller number; the output then waits for ``AudioOutput/wake()``.
    func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int
    func audioOutput(_ output: any AudioOutput, did event: AudioOutputEvent)
}

/// A maker of outputs: to a sound server, a file, or nowhere.
package protocol AudioOutputSystem: AnyObject {
    /// Returns a new output, not opened yet. Several may exist at once, for a change of format or a cross-fade.
    func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput
    /// Called for events of the whole system: the server or a device came or went. Set by the owner.
    var onEvent: ((AudioSystemEvent) -> Void)? { get set }
    /// Lists all existing devices, after connecting if needed.
    ///
    /// The answer comes from the loop's inbox. It is empty without a sound server.
    func listDevices(_ answer: @escaping (Result<[OutputDevice], AudioOutputError>) -> Void)
    /// Finds the name of the device that an output with this target would open on now.
    ///
    /// The answer comes from the loop's inbox: nil if there is no such device, or no connection.
    func findDevice(_ target: OutputTarget, _ answer: @escaping (String?) -> Void)
    /// Connects early, so that the server's answer does not delay the first sound. The call is optional.
    func warmUp()
    /// Disconnects from the server.
    func shutDown()
}

/// The settings that an output starts with.
package struct OutputConfiguration: Hashable, Sendable {
    /// Amount of sound that the server may hold.
    package var bufferDuration: Duration
    /// Amount of sound that must be queued before the server starts to play.
    package var prebufferDuration: Duration
    /// Volume 0…1; nil leaves it to the server.
    package var volume: Double?
    package var isMuted: Bool
    package var isCorked: Bool
    package var title: String
    /// Device to play on; ignored without a sound server.
    package var target: OutputTarget

    package init(
        bufferDuration: Duration = .seconds(2), prebufferDuration: Duration = .milliseconds(100), volume: Double? = nil,
        isMuted: Bool = false, isCorked: Bool = false, title: String = "",
        target: OutputTarget = .preferred(orDefault: false)
    ) {
        self.bufferDuration = bufferDuration
        self.prebufferDuration = prebufferDuration
        self.volume = volume
        self.isMuted = isMuted
        self.isCorked = isCorked
        self.title = title
        self.target = target
    }
}

extension AudioOutputSystem {
    package func listDevices(_ answer: @escaping (Result<[OutputDevice], AudioOutputError>) -> Void) {
        answer(.success([]))
    }

    package func findDevice(_ target: OutputTarget, _ answer: @escaping (String?) -> Void) {
        switch target {
        case .named(let name): answer(name)
        case .preferred: answer("")
        }
    }
}

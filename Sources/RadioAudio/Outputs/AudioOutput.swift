import RadioLoop

/// One stream of sound in one ``PCMFormat`` to one device. It *pulls*: whenever the device has room it asks its
/// source for samples, straight into the device's buffer.
///
/// `PulseOutput`, `NullOutput` and `FileOutput` behave alike; one contract test holds all of them, and the tests' fake, to this page.
package protocol AudioOutput: AnyObject {
    var format: PCMFormat { get }
    /// Gives sound and receives events. Not retained.
    var client: (any AudioOutputClient)? { get set }

    /// Connects; ends in `.opened` or `.failed`. The output then asks for sound at once, even while corked.
    func open()
    /// More sound is there: asks the client again, at the end of this turn, if it could not fill the last request. Costs nothing otherwise.
    func wake()
    /// Silences (true) or goes on (false), keeping what is queued.
    func setCorked(_ corked: Bool)
    /// Forgets what is queued; counts of ``OutputTiming`` start at zero again.
    func flush()
    /// No more sound comes: `.drained` when the queue is empty. A later `wake()` takes it back.
    func drain()
    /// Asks the server for fresh timing; `.timing` follows, or `.frozen`. Requests while one is under way are one; before `.opened` they are
    /// none. An output may also tell of timing without being asked.
    func requestTiming()
    /// 0…1 on the server's side.
    func setVolume(_ volume: Double)
    func setMuted(_ muted: Bool)
    /// What mixers show for the stream (`media.name`).
    func setTitle(_ title: String)
    /// Silent at once; no event follows.
    func close()
    /// The last timing known, without asking.
    var lastTiming: OutputTiming? { get }
}

/// The other side of an ``AudioOutput``.
package protocol AudioOutputClient: AnyObject {
    /// Writes sound into `buffer` (interleaved, uninitialised, room for whole frames) and returns how many *frames* it wrote: less than there is room for
    /// when no more is there now. The output then waits for ``AudioOutput/wake()``.
    func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int
    func audioOutput(_ output: any AudioOutput, did event: AudioOutputEvent)
}

/// Makes outputs: a sound server, a file, or nowhere.
package protocol AudioOutputSystem: AnyObject {
    /// A new output, not opened yet. Several may live at once (a change of format, a cross-fade).
    func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput
    /// Called for what concerns the system and not one stream: the server came or went, a device came or went. Set by the owner.
    var onEvent: ((AudioSystemEvent) -> Void)? { get set }
    /// All devices that exist now; the answer comes from the inbox, after connecting if need be. None where there is no sound server.
    func listDevices(_ answer: @escaping (Result<[OutputDevice], AudioOutputError>) -> Void)
    /// The name of the device that an output with this target would open on now; nil if there is none, or no connection. The answer
    /// comes from the inbox.
    func findDevice(_ target: OutputTarget, _ answer: @escaping (String?) -> Void)
    /// Connects early, so that the server's answer does not delay the first sound. Optional to call.
    func warmUp()
    /// Lets go of the server.
    func shutDown()
}

/// What an output starts with.
package struct OutputConfiguration: Hashable, Sendable {
    /// Sound that the server may hold.
    package var bufferDuration: Duration
    /// How much must be queued before the server starts to play.
    package var prebufferDuration: Duration
    /// 0…1; nil leaves it to the server.
    package var volume: Double?
    package var isMuted: Bool
    package var isCorked: Bool
    package var title: String
    /// Where it shall play; means nothing without a sound server.
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

import RadioLoop

/// A stream of sound in one ``PCMFormat`` to one device.
///
/// An output *pulls*: whenever the device has room, the output asks its client for samples and hands over the device's
/// own buffer to fill.
///
/// `PulseOutput`, `NullOutput` and `FileOutput` behave alike. One contract test checks that all of them, and the tests'
/// fake output, do what the comments of this protocol say.
package protocol AudioOutput: AnyObject {
    var format: PCMFormat { get }
    /// The object that supplies sound and receives events. Not retained.
    var client: (any AudioOutputClient)? { get set }

    /// Connects to the device; the event `.opened` or `.failed` follows. After `.opened`, the output asks its client
    /// for sound at once, even while corked.
    func open()
    /// Tells the output that the client has more sound.
    ///
    /// After a request that the client could not fill, or after ``drain()``, the output asks the client for sound again
    /// at the end of this turn. Otherwise the call has no effect.
    func wake()
    /// Pauses the output (true) or continues it (false). Queued sound is kept.
    func setCorked(_ corked: Bool)
    /// Drops the queued sound. The counts of ``OutputTiming`` start at zero again.
    func flush()
    /// Takes back the end of the queued sound.
    ///
    /// The output asks its client for these frames again at the end of this turn, and the client must give all of them.
    /// The output plays them without a seam after the sound before, unless the server has played some of them by then.
    /// - Returns: false if nothing was taken back: the output is not open, drains, or has no queue.
    func takeBack(frames: Int64) -> Bool
    /// Announces that no more sound follows.
    ///
    /// `.drained` follows when the queue is empty. A later `wake()` revokes the announcement.
    func drain()
    /// Asks the server for its timing; `.timing` or `.frozen` follows.
    ///
    /// A request has no effect before `.opened`, or while another request is pending. An output may also report timing
    /// without a request.
    func requestTiming()
    /// Sets the volume at the server, 0…1.
    func setVolume(_ volume: Double)
    func setMuted(_ muted: Bool)
    /// Sets the text that mixers show for the stream (`media.name`).
    func setTitle(_ title: String)
    /// Silences and ends the output at once, without an event.
    func close()
    /// The latest timing since the output was opened or flushed; nil if there is none.
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

/// Creates outputs that play to a sound server, to a file, or nowhere.
package protocol AudioOutputSystem: AnyObject {
    /// Returns a new output that is not open yet. Several may exist at once, for a change of format or a cross-fade.
    func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput
    /// Called for events that concern the server or its devices. Set by the owner.
    var onEvent: ((AudioSystemEvent) -> Void)? { get set }
    /// Lists all existing devices, after connecting if needed.
    ///
    /// `answer` is called from the loop's inbox. A system without a sound server calls it at once, with an empty list.
    func listDevices(_ answer: @escaping (Result<[OutputDevice], AudioOutputError>) -> Void)
    /// Finds the name of the device on which an output with this target would open now.
    ///
    /// `answer` is called from the loop's inbox, with nil if there is no such device, or no connection. A system
    /// without a sound server calls it at once.
    func findDevice(_ target: OutputTarget, _ answer: @escaping (String?) -> Void)
    /// Connects to the sound server before the first output is opened, so that the first sound need not wait for the
    /// connection. The call is optional.
    func warmUp()
    /// Disconnects from the server, or finishes the file.
    func shutDown()
    /// Whether the sounds of several outputs are heard together. If not, such as in a file, each output stands alone.
    var mixes: Bool { get }
}

/// The settings that an output starts with.
package struct OutputConfiguration: Hashable, Sendable {
    /// Maximum duration of the sound in the server's queue.
    package var bufferDuration: Duration
    /// Duration of sound that must be in the queue before the server starts to play.
    package var prebufferDuration: Duration
    /// Volume 0…1; nil leaves the volume to the server.
    package var volume: Double?
    package var isMuted: Bool
    package var isCorked: Bool
    package var title: String
    package var category = AudioCategory.playback
    /// Device to play on; ignored without a sound server.
    package var target: OutputTarget

    /// Creates settings. With the defaults, sound begins once 0.1 s is queued, at the volume that the server chooses.
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

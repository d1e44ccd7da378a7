import RadioAudio
import RadioLoop

/// Simulates the sound system, for tests of the player. Its outputs are ``FakeOutput``s, which the test finds in
/// ``outputs``.
package final class FakeSystem: AudioOutputSystem {
    package var onEvent: ((AudioSystemEvent) -> Void)?
    /// All outputs that were made, in order.
    package private(set) var outputs: [FakeOutput] = []
    /// The error with which new outputs fail to open, or nil.
    package var openError: AudioOutputError?
    package var device = "fake"
    /// The value of ``FakeOutput/isTimeless`` for new outputs.
    package var isTimeless = false
    /// Whether new outputs can take sound back, and are heard together.
    package var mixes = false
    package private(set) var isWarm = false
    package private(set) var isShutDown = false
    /// The number of outputs that existed when the test last sent `.deviceAdded`.
    private var outputsBefore = 0
    private let loop: EventLoop

    package init(loop: EventLoop) { self.loop = loop }

    package func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput {
        let output = FakeOutput(
            loop: loop, format: format, configuration: configuration, device: device, openError: openError)
        output.isTimeless = isTimeless
        output.takesBack = mixes
        outputs.append(output)
        return output
    }

    package func warmUp() { isWarm = true }

    package func shutDown() {
        isShutDown = true
        for output in outputs { output.close() }
    }

    /// Passes the name of a device to `answer`. After the newest output failed with `.noDevice`, passes nil until the
    /// test sends `.deviceAdded`.
    package func findDevice(_ target: OutputTarget, _ answer: @escaping (String?) -> Void) {
        var isGone = false
        if outputs.count > outputsBefore, case .noDevice = outputs.last?.failure { isGone = true }
        let found: String? =
            switch target {
            case .named(let name): name
            case .preferred: device
            }
        loop.post { answer(isGone ? nil : found) }
    }

    /// Sends an event from the loop's inbox, as the real sound system does.
    package func send(_ event: AudioSystemEvent) {
        if case .deviceAdded = event { outputsBefore = outputs.count }
        loop.post { [weak self] in self?.onEvent?(event) }
    }
}

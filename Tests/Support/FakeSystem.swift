import RadioAudio
import RadioLoop

/// Makes ``FakeOutput``s and keeps them for the test.
public final class FakeSystem: AudioOutputSystem {
    public var onEvent: ((AudioSystemEvent) -> Void)?
    /// Every output made, in order.
    public private(set) var outputs: [FakeOutput] = []
    /// While set, new outputs fail to open with it.
    public var openError: AudioOutputError?
    public var device = "fake"
    public var clock: () -> MonotonicInstant = { .now }
    public private(set) var isWarm = false
    public private(set) var isShutDown = false
    private let loop: EventLoop

    public init(loop: EventLoop) { self.loop = loop }

    public func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput {
        let output = FakeOutput(
            loop: loop, format: format, configuration: configuration, device: device, openError: openError)
        output.clock = clock
        outputs.append(output)
        return output
    }

    public func warmUp() { isWarm = true }

    public func shutDown() {
        isShutDown = true
        for output in outputs { output.close() }
    }

    /// From the loop's inbox, as the real system does.
    public func send(_ event: AudioSystemEvent) {
        loop.post { [weak self] in self?.onEvent?(event) }
    }
}

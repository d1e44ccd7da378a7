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
    /// Of new outputs: ``FakeOutput/isTimeless``.
    public var isTimeless = false
    public private(set) var isWarm = false
    public private(set) var isShutDown = false
    /// Outputs that were made before the device came back.
    private var outputsBefore = 0
    private let loop: EventLoop

    public init(loop: EventLoop) { self.loop = loop }

    public func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput {
        let output = FakeOutput(
            loop: loop, format: format, configuration: configuration, device: device, openError: openError)
        output.isTimeless = isTimeless
        outputs.append(output)
        return output
    }

    public func warmUp() { isWarm = true }

    public func shutDown() {
        isShutDown = true
        for output in outputs { output.close() }
    }

    /// There is no device from an output's `.noDevice` until `.deviceAdded` is sent.
    public func findDevice(_ target: OutputTarget, _ answer: @escaping (String?) -> Void) {
        var isGone = false
        if outputs.count > outputsBefore, case .noDevice = outputs.last?.failure { isGone = true }
        let found: String? =
            switch target {
            case .named(let name): name
            case .preferred: device
            }
        loop.post { answer(isGone ? nil : found) }
    }

    /// From the loop's inbox, as the real system does.
    public func send(_ event: AudioSystemEvent) {
        if case .deviceAdded = event { outputsBefore = outputs.count }
        loop.post { [weak self] in self?.onEvent?(event) }
    }
}
